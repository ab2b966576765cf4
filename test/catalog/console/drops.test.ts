import { describe, expect, test } from 'vitest'
import {
  DROP_PLAN_ANSWER,
  DROPPED_JOBS_ANSWER,
  UPLOAD_ENDED_ANSWER,
  UPLOAD_STATE_ANSWER,
  UPLOADS_ANSWER,
} from '../../../catalog/console/drops.ts'

type Schema = { safeParse(value: unknown): { success: boolean; data?: unknown } }

function takes(schema: Schema, value: unknown): boolean {
  const { success, data } = schema.safeParse(value)
  if (success) expect(data).toEqual(value)
  return success
}

const PLAN = {
  fates: [],
  feature: 'Body reshape',
  takes: 'picture',
  missingObjects: ['inputs/a.png'],
  returns: false,
  priced: 1,
  units: { least: 1, most: 2 },
  expected: { from: 0 },
  budget: [],
}
const withFate = (fate: object) => ({ ...PLAN, fates: [fate] })

describe('what becomes of files', () => {
  test.each([
    'hidden',
    'empty',
    'too-large',
    'name-long',
    'name-unfit',
    'no-media',
    'unknown-kind',
    'picture',
    'video',
  ])('a file is left because of: %s', (why) => {
    expect(takes(DROP_PLAN_ANSWER, withFate({ is: 'left', why }))).toBe(true)
    expect(takes(DROP_PLAN_ANSWER, withFate({ is: 'left', why: `${why}s` }))).toBe(false)
  })

  test.each(['done', 'going', 'refused', 'failed'])('its earlier job is %s', (state) => {
    const fate = { is: 'source', missing: ['a'], earlier: { job: 'j', state }, supersedes: 'k' }
    expect(takes(DROP_PLAN_ANSWER, withFate(fate))).toBe(true)
    const other = { ...fate, earlier: { job: 'j', state: `${state}!` } }
    expect(takes(DROP_PLAN_ANSWER, withFate(other))).toBe(false)
  })

  test.each([
    [{ is: 'source' }, true],
    [{ is: 'companion' }, true],
    [{ is: 'companion', of: 'a.jpg' }, true],
    [{ is: 'left' }, false],
    [{ is: 'else' }, false],
    [{ is: 'companion', of: 1 }, false],
    [{ is: 'companion', by: 'a' }, false],
  ])('%j: %s', (fate, taken) => {
    expect(takes(DROP_PLAN_ANSWER, withFate(fate))).toBe(taken)
  })
})

describe('what a drop will cost', () => {
  const share = { of: 'units', left: 0, needs: 0, holds: true, recipe: 'slim' }
  test.each([
    [{ priced: 0 }, true],
    [{ priced: -1 }, false],
    [{ units: { least: 0, most: 0 } }, true],
    [{ units: { least: -1, most: 0 } }, false],
    [{ units: { least: 1 } }, false],
    [{ takes: 'video' }, true],
    [{ takes: 'sound' }, false],
    [{ returns: 'yes' }, false],
    [{ expected: { from: 9, units: 1, dollars: 0.5, minutes: { least: 0.5, most: 2 } } }, true],
    [{ expected: { from: 9, dollars: -0.5 } }, false],
    [{ expected: {} }, false],
    [{ budget: [share, { of: 'dollars', left: 2.5 }] }, true],
    [{ budget: [{ ...share, left: -1 }] }, false],
    [{ budget: [{ ...share, of: 'cents' }] }, false],
    [{ missingObjects: undefined }, false],
    [{ more: 1 }, false],
  ])('%j: %s', (change, taken) => {
    expect(takes(DROP_PLAN_ANSWER, { ...PLAN, ...change })).toBe(taken)
  })
})

describe('uploads', () => {
  const upload = (change: object) => ({ uploads: [{ name: 'a', id: '', ...change }] })
  test.each([
    [{ url: 'https://x', headers: { 'content-type': 'image/png' } }, true],
    [{ id: 'u', parts: { count: 1, bytes: 1 } }, true],
    [{ id: 'u', parts: { count: 0, bytes: 1 } }, false],
    [{ id: 'u', parts: { count: 1, bytes: 1.5 } }, false],
    [{ headers: { a: 1 } }, false],
    [{ name: undefined }, false],
  ])('%j: %s', (change, taken) => {
    expect(takes(UPLOADS_ANSWER, upload(change))).toBe(taken)
  })

  test.each([
    [1, 0, true],
    [0, 0, false],
    [1, -1, false],
    [1.5, 0, false],
  ])('part %d of %d bytes: %s', (number, bytes, taken) => {
    const state = { there: [{ number, bytes }], next: [{ number: 2, url: 'https://x' }] }
    expect(takes(UPLOAD_STATE_ANSWER, state)).toBe(taken)
  })

  test('a file has a job, or none', () => {
    const dropped = [{ name: 'a', job: 'job-1' }, { name: 'b' }]
    expect(takes(DROPPED_JOBS_ANSWER, { dropped })).toBe(true)
    expect(takes(DROPPED_JOBS_ANSWER, { dropped: [{ job: 'job-1' }] })).toBe(false)
    expect(takes(UPLOAD_ENDED_ANSWER, { name: 'a' })).toBe(true)
    expect(takes(UPLOAD_ENDED_ANSWER, {})).toBe(false)
  })
})
