import { expect, test } from 'vitest'
import {
  chooseAlike,
  isOfEarlier,
} from '../../../../../functions/pipeline/core/begin/choose-alike.ts'
import { executionName } from '../../../../../functions/pipeline/core/begin/execution-name.ts'
import type { Job, Source } from '../../../../../functions/pipeline/core/ports/job.ts'

const WRITE = 'write:2026-01-31T12:00:00Z/3/e1/h'
const SOURCE = {
  bucket: 'drop',
  key: 'drop/slim/a.jpg',
  version: WRITE,
  size: 3,
  etag: 'e1',
  sequencer: '02',
} as Source

/** The version that is chosen where there are these jobs, by the version they are for. */
async function chosen(jobs: Record<string, object>, source = SOURCE) {
  const known = new Map(
    Object.entries(jobs).map(([version, job]) => [
      executionName({ ...source, version }, 'slim'),
      job as Job,
    ]),
  )
  const found = await chooseAlike(source, 'slim', { get: async (id) => known.get(id) })
  return found.version
}
const job = (sequencer?: string, more = {}) => ({ source: { sequencer }, ...more })

test('a version of S3’s own, and a write without a job, stay what they are', async () => {
  expect(await chosen({ v1: job('01') }, { ...SOURCE, version: 'v1' })).toBe('v1')
  expect(await chosen({})).toBe(WRITE)
})

test('a job of an earlier write of the same second leaves the next number to this one', async () => {
  expect(await chosen({ [WRITE]: job('02') })).toBe(WRITE)
  expect(await chosen({ [WRITE]: job('03') })).toBe(WRITE)
  expect(await chosen({ [WRITE]: job('01') })).toBe(`${WRITE}/2`)
  expect(await chosen({ [WRITE]: job('00'), [`${WRITE}/2`]: job('01') })).toBe(`${WRITE}/3`)
})

test('without an event a job is of an earlier write where it found another one in place', () => {
  const isEarlier = (one: object, write: object = SOURCE) =>
    isOfEarlier(one as Job, write as Source)
  const superseded = { code: 'Superseded' }
  expect(isEarlier(job(undefined, { failure: superseded }))).toBe(true)
  expect(isEarlier(job(undefined, { refusal: superseded }))).toBe(true)
  expect(isEarlier(job(undefined, { failure: { code: 'SourceGone' }, refusal: superseded }))).toBe(
    false,
  )
  expect(isEarlier(job())).toBe(false)
  expect(isEarlier(job('01', { failure: superseded }), { ...SOURCE, sequencer: undefined })).toBe(
    true,
  )
  expect(isEarlier(job('01'), { ...SOURCE, version: 'v1' })).toBe(false)
})

const FORMER = { status: 'succeeded', createdAt: '2026-01-31T12:00:00.000Z' }
const former = (more: object = {}, etag = 'e1') => ({
  ...FORMER,
  source: { version: 'former', etag },
  ...more,
})

test.each<[string, Record<string, object>, string]>([
  ['named by no version', { null: former() }, 'former'],
  ['named by its ETag', { 'etag:e1': former() }, 'former'],
  ['that failed', { null: former({ status: 'failed' }) }, WRITE],
  ['of another file', { null: former({}, 'e2') }, WRITE],
  ['that began before', { null: former({ createdAt: '2026-01-31T11:59:59.999Z' }) }, WRITE],
])('a job of an earlier release %s', async (_, jobs, version) => {
  expect(await chosen(jobs)).toBe(version)
})
