import { expect, test } from 'vitest'
import {
  type ObjectFacts,
  RESULT_MARK,
} from '../../../../../functions/pipeline/core/ports/objects.ts'
import {
  beginsJob,
  findSource,
} from '../../../../../functions/pipeline/core/sources/find-source.ts'
import {
  goneFrom,
  requireNewest,
} from '../../../../../functions/pipeline/core/sources/require-newest.ts'
import { isNewer } from '../../../../../functions/pipeline/core/sources/sequencer.ts'
import { versionOf } from '../../../../../functions/pipeline/core/sources/write-version.ts'

const TIME = Date.UTC(2026, 0, 31, 0, 0, 5)
const WROTE = { etag: 'e', modified: TIME, size: 10, metadata: {} }
const FOUND: ObjectFacts = { ...WROTE, version: versionOf(WROTE), contentType: 'image/png' }
const EVENT = { bucket: 'drop', key: 'drop/a/b', size: 10, etag: 'e', sequencer: '0A', time: TIME }

function findWith(found: Partial<ObjectFacts> | undefined, event: object = {}) {
  const head = async () => (found ? { ...FOUND, ...found } : undefined)
  return findSource({ ...EVENT, ...event }, { head })
}

test('what is versioned is that version, and nothing is asked', async () => {
  const head = () => expect.unreachable()
  expect(await findSource({ ...EVENT, version: 'v1' }, { head })).toEqual({
    bucket: 'drop',
    key: 'drop/a/b',
    version: 'v1',
    size: 10,
    etag: 'e',
    sequencer: '0A',
  })
})

test.each<[string, Partial<ObjectFacts>, object, string | undefined]>([
  ['the event’s own', {}, {}, '0A'],
  ['the event’s own, later than it began', {}, { time: TIME + 1 }, '0A'],
  ['the event’s own, whose time is not known', {}, { time: undefined }, '0A'],
  ['one without a sequencer', {}, { sequencer: undefined }, undefined],
  ['a later one', {}, { time: TIME - 1 }, undefined],
  ['one of another size', { size: 11 }, {}, undefined],
  ['one of other bytes', { etag: 'f' }, {}, undefined],
  ['one of no version', { versionId: 'null' }, {}, '0A'],
])('a write that lies there is taken: %s', async (_, found, event, sequencer) => {
  const source = await findWith(found, event)
  expect(source).toEqual({
    bucket: 'drop',
    key: 'drop/a/b',
    version: FOUND.version,
    size: found.size ?? 10,
    etag: found.etag ?? 'e',
    ...(sequencer !== undefined && { sequencer }),
  })
})

test.each([
  ['nothing', undefined],
  ['a version, whose own event begins its job', { versionId: 'v2' }],
  ['an empty object', { size: 0 }],
  ['a result', { metadata: { [RESULT_MARK]: 'job' } }],
])('%s begins no job of the event', async (_, found) => {
  expect(await findWith(found)).toBeUndefined()
})

test('one byte begins a job', () => {
  expect([0, 1].map((size) => beginsJob({ size, metadata: {} }))).toEqual([false, true])
})

const SOURCE = { bucket: 'drop', key: 'drop/a/b', version: FOUND.version, size: 10 }

function requireIn(
  source: object,
  { newest, lies }: { newest?: string | undefined; lies?: ObjectFacts | undefined },
) {
  const jobs = { newestSequencer: async () => newest }
  return requireNewest(
    { source: { ...SOURCE, ...source } },
    { jobs, objects: { head: async () => lies } },
  ).then(
    () => 'newest',
    ({ code }) => code,
  )
}

test.each([
  ['a version that is not looked at', { version: 'v1' }, {}, 'newest'],
  ['a write that lies there', {}, { lies: FOUND }, 'newest'],
  ['a write that does not', {}, {}, 'SourceGone'],
  ['the newest', { version: 'v1', sequencer: '0A' }, { newest: '0A' }, 'newest'],
  ['one that nobody knows', { version: 'v1', sequencer: '0A' }, {}, 'newest'],
  ['an older one', { version: 'v1', sequencer: '0A' }, { newest: '0A1' }, 'Superseded'],
  ['one of unknown age', { version: 'v1' }, { newest: '0A1' }, 'newest'],
])('%s', async (_, source, known, expected) => {
  expect(await requireIn(source, known)).toBe(expected)
})

test.each([
  ['was replaced by what begins a job', {}, FOUND, 'Superseded'],
  ['was replaced by nothing', {}, undefined, 'SourceGone'],
  ['was replaced by what begins none', {}, { ...FOUND, size: 0 }, 'SourceGone'],
  ['lies elsewhere', { key: 'inputs/drop/' }, FOUND, 'SourceGone'],
  ['is a version', { version: 'v1' }, FOUND, 'SourceGone'],
])('a source that %s', async (_, source, present, code) => {
  const failure = await goneFrom({ ...SOURCE, ...source }, { head: async () => present })
  expect(failure.code).toBe(code)
  const isOverwritten = present !== undefined && !('version' in source) && code === 'SourceGone'
  expect(failure.message.includes('begins none')).toBe(isOverwritten)
})

test('sequencers compare as if zeros followed, in either case', () => {
  expect([isNewer('0b', '0A'), isNewer('0A', '0B'), isNewer('0A1', '0A')]).toEqual([
    true,
    false,
    true,
  ])
  expect([isNewer('0A', '0A'), isNewer('0A0', '0A'), isNewer('0A', '0A0')]).toEqual([
    false,
    false,
    false,
  ])
})
