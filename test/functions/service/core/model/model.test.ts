import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  byExpiry,
  drawUnits,
  firstUnits,
  isUsable,
  totalUnits,
  unitsAfter,
} from '../../../../../functions/service/core/model/credit-grant.ts'
import { isSubscribedTo, secretsAt } from '../../../../../functions/service/core/model/endpoint.ts'
import { isGivenUp } from '../../../../../functions/service/core/model/failure-streak.ts'
import { windowOf } from '../../../../../functions/service/core/model/rate-limits.ts'
import { inputKeys, sharedKeys } from '../../../../../functions/service/core/model/shared-video.ts'
import {
  chargeOf,
  expiryOf,
  isGone,
  randomTaskId,
  TASK_ID,
} from '../../../../../functions/service/core/model/task.ts'
import { entryKey, entryNumber } from '../../../../../functions/service/core/model/unit-entry.ts'
import { slotIdOf, uploadKey } from '../../../../../functions/service/core/model/upload-slot.ts'

const grant = (id: string, remaining: number, expiresAt?: number) => ({
  id,
  granted: 10,
  remaining,
  at: 0,
  ...(expiresAt !== undefined && { expiresAt }),
})

test('units can be used to the second before they expire', () => {
  expect([9, 10].map((now) => isUsable({ expiresAt: 10 }, now))).toEqual([true, false])
  expect(isUsable({}, 1e12)).toBe(true)
})

test('the nearest expiry is used first, the oldest among equals, and what stays last', () => {
  const grants = [
    grant('9', 1),
    grant('10', 1),
    grant('2', 1, 50),
    grant('3', 1, 40),
    grant('1', 1, 50),
  ]
  expect(grants.sort(byExpiry).map(({ id }) => id)).toEqual(['3', '1', '2', '9', '10'])
})

test('units are drawn from what can be used, as many as there are, and not fewer than the least', () => {
  const grants = [grant('1', 0), grant('2', 3, 5), grant('3', 2, 9), grant('4', 4)]
  const drawn = (least: number, most: number) => drawUnits(grants, { least, most }, 5)
  expect(drawn(1, 3)).toEqual([
    { lot: '3', units: 2 },
    { lot: '4', units: 1 },
  ])
  expect(totalUnits(drawn(6, 9) ?? [])).toBe(6)
  expect(drawn(7, 9)).toBeUndefined()
})

test('shares are cut after so many units', () => {
  const shares = [
    { lot: 'a', units: 2 },
    { lot: 'b', units: 3 },
  ]
  expect([0, 2, 3, 9].map((units) => firstUnits(shares, units))).toEqual([
    [],
    [shares[0]],
    [shares[0], { lot: 'b', units: 1 }],
    shares,
  ])
  expect([0, 2, 3, 9].map((units) => unitsAfter(shares, units))).toEqual([
    shares,
    [shares[1]],
    [{ lot: 'b', units: 2 }],
    [],
  ])
})

test.each([
  [{ active: false }, 'face-lift', 'a', false],
  [{ active: true }, 'face-lift', 'a', true],
  [{ active: true, only: { features: ['face-lift'] } }, 'face-lift', 'a', true],
  [{ active: true, only: { features: ['face-lift'] } }, 'face-swap', 'a', false],
  [{ active: true, only: { keys: ['a'] } }, 'face-lift', 'a', true],
  [{ active: true, only: { keys: ['a'] } }, 'face-lift', 'b', false],
  [{ active: true, only: { keys: ['a'] } }, 'face-lift', undefined, true],
  [{ active: true, only: { keys: ['a'], features: ['face-swap'] } }, 'face-lift', 'a', false],
])('%j hears of %s of the key %s: %s', (endpoint, feature, keyName, hears) => {
  expect(isSubscribedTo(endpoint, { feature, ...(keyName !== undefined && { keyName }) })).toBe(
    hears,
  )
})

test('former secrets sign until their time, behind the newest', () => {
  const endpoint = { secrets: ['new'], retiring: [{ secret: 'old', until: 10 }] } as never
  expect([9, 10].map((now) => secretsAt(endpoint, now))).toEqual([['new', 'old'], ['new']])
  expect(secretsAt({ secrets: ['new'] } as never, 0)).toEqual(['new'])
})

test('an endpoint is given up after five days and ten failures', () => {
  const day = 86_400
  const after = (since: number, count: number) => isGivenUp({ since: 0, count }, since)
  expect([after(5 * day, 10), after(5 * day - 1, 10), after(5 * day, 9)]).toEqual([
    true,
    false,
    false,
  ])
})

test('a window begins at a multiple of its length', () => {
  expect([0, 299, 300, 301].map((second) => windowOf(second, 300))).toEqual([0, 0, 300, 300])
})

test('of one second units are granted, expire and are charged, in this order', () => {
  const at = 1_700_000_000
  const keys = (['charge', 'expire', 'grant'] as const).map((action) =>
    entryKey({ action, target: 't', at }),
  )
  expect(keys).toEqual([
    'history#001700000000#2#charge#t',
    'history#001700000000#1#expire#t',
    'history#001700000000#0#grant#t',
  ])
  const number = entryNumber({ action: 'grant', target: 't', at, units: 1, lots: [] })
  expect(number).toBe(Number.parseInt(hashStart('history#001700000000#0#grant#t'), 16))
})

function hashStart(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

test('the key of an upload names its slot, and no other key does', () => {
  const id = 'a_-Z'.padEnd(43, '0')
  expect(slotIdOf(uploadKey(id))).toBe(id)
  for (const key of [
    id,
    `x${uploadKey(id)}`,
    `${uploadKey(id)}0`,
    uploadKey(id.slice(1)),
    `results/${id}`,
  ]) {
    expect(slotIdOf(key)).toBeUndefined()
  }
})

test('a task’s id has 64 characters, and is no option of a command', () => {
  const ids = Array.from({ length: 300 }, randomTaskId)
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{63}$/)
  const lengths = [63, 64, 128, 129].map((length) => TASK_ID.test('x'.repeat(length)))
  expect(lengths).toEqual([false, true, true, false])
  expect([` ${ids[0]}`, `${ids[0]} `].map((id) => TASK_ID.test(id))).toEqual([false, false])
})

test('a task is kept for thirty days, to the millisecond, unless it was deleted', () => {
  expect(expiryOf(1999)).toBe(1 + 30 * 86_400)
  const gone = (task: object, now: number) => isGone(task as never, now)
  expect([gone({ expiresAt: 2 }, 1999), gone({ expiresAt: 2 }, 2000)]).toEqual([false, true])
  expect(gone({ expiresAt: 2, deletedAt: 0 }, 0)).toBe(true)
})

const TASK = { feature: 'bg-replace-vid', stage: 'effect', parameters: {}, units: 6 } as const

test('what a task was charged: nothing while it runs or where it failed, with what was generated', () => {
  const made = { generations: [{ dollars: 1 }] } as never
  const charge = (task: object) => chargeOf({ ...TASK, status: 'success', ...task } as never)
  expect(charge({ status: 'running' })).toBeUndefined()
  expect(charge({ status: 'error', generations: [{ dollars: 1 }] })).toEqual({
    units: 0,
    ...(made as object),
  })
  expect(charge({})).toEqual({ units: 6, seconds: 3 })
  expect(charge({ feature: 'body-reshape' })).toEqual({ units: 6 })
  expect(charge({ stage: 'pre-process' })).toEqual({ units: 6 })
  expect(charge({ models: [1], compute: 2 })).toEqual({
    units: 6,
    seconds: 3,
    models: [1],
    compute: 2,
  })
})

test('what workers of a video share lies in one folder', () => {
  const files = { src: { url: 'a' }, ref: [{ url: 'b' }, { url: 'c' }] } as never
  expect(inputKeys({ id: 't', files })).toEqual({
    src: 'segments/t/src-0',
    ref: ['segments/t/ref-0', 'segments/t/ref-1'],
  })
  expect(sharedKeys({ id: 't', files })).toEqual([])
  expect(sharedKeys({ id: 't', files: {} as never, shared: { count: 2 } as never })).toEqual([
    'segments/t/survey-0',
    'segments/t/0.mp4',
    'segments/t/survey-1',
    'segments/t/1.mp4',
  ])
})
