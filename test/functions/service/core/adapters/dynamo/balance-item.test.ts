import { expect, test } from 'vitest'
import {
  balanceOf,
  grantsOf,
  owedBy,
  removableGrants,
  reservationsOf,
  usableGrants,
} from '../../../../../../functions/service/core/adapters/dynamo/balance-item.ts'
import { readUnitHistory } from '../../../../../../functions/service/core/adapters/dynamo/read-unit-history.ts'
import { readUnits } from '../../../../../../functions/service/core/adapters/dynamo/read-units.ts'

const grant = (remaining: number, expiresAt?: number) => ({
  granted: 9,
  remaining,
  at: 1,
  ...(expiresAt !== undefined && { expiresAt }),
})
const held = (units: number, lot: string) => ({ id: 'r', units, lots: [{ lot, units }], at: 5 })

const PAGE = {
  entry: 'balance#a',
  reserved: { old: held(2, '1') },
  spent: 7,
  lots: { 1: grant(5), 2: grant(1) },
  changes: 3,
  at: 4,
}
const ITEM = {
  lots: { 1: grant(10), 2: grant(0, 100), 3: grant(4, 50) },
  spent: 20,
  reserved: { new: held(3, '3') },
  grants: {},
  'balance#a': { changes: 1, spent: 4, lots: { 1: 2 } },
}
const UNITS = { item: ITEM, pages: [PAGE] } as never

test('a page owes what was not taken over from it', () => {
  expect(owedBy(PAGE as never, ITEM as never)).toEqual({
    spent: 3,
    lots: [
      { lot: '1', units: 3 },
      { lot: '2', units: 1 },
    ],
  })
  const all = { ...ITEM, 'balance#a': { changes: 3, spent: 7, lots: { 1: 5, 2: 1 } } }
  expect(owedBy(PAGE as never, all as never)).toEqual({ spent: 0, lots: [] })
  expect(owedBy(PAGE as never, { ...ITEM, 'balance#a': undefined } as never).spent).toBe(7)
})

test('grants have what pages give back, and those are used that have not expired', () => {
  expect(grantsOf(UNITS).map(({ id, remaining }) => [id, remaining])).toEqual([
    ['1', 13],
    ['2', 1],
    ['3', 4],
  ])
  const usable = (now: number) => usableGrants(UNITS, now).map(({ id }) => id)
  expect([usable(49), usable(50), usable(100)]).toEqual([['3', '2', '1'], ['2', '1'], ['1']])
  expect([grantsOf(undefined), usableGrants(undefined, 0)]).toEqual([[], []])
})

test('a balance has what is usable, reserved and spent, of item and pages', () => {
  expect(balanceOf(UNITS, 60)).toEqual({ available: 14, reserved: 5, spent: 23 })
  expect(balanceOf(undefined, 60)).toEqual({ available: 0, reserved: 0, spent: 0 })
  expect(reservationsOf(UNITS).map(({ taskId }) => taskId)).toEqual(['new', 'old'])
})

test('grants go an hour after they expired, or used up, where nothing can come back to them', () => {
  const removable = (now: number, item: object, pages: object[] = []) =>
    removableGrants({ item: { ...ITEM, ...item }, pages } as never, now).map(({ id }) => id)
  const free = { reserved: {} }
  expect(removable(0, free)).toEqual(['2'])
  expect(removable(3649, free)).toEqual(['2'])
  expect(removable(3650, free)).toEqual(['2', '3'])
  expect(removable(3650, {})).toEqual(['2'])
  expect(removable(3650, free, [{ ...PAGE, lots: { 3: grant(0) }, reserved: {} }])).toEqual(['2'])
  expect(removable(0, { ...free, lots: { 1: grant(1) } })).toEqual([])
})

/** A table that answers one query after the other. */
function table(...answers: object[]) {
  const asked: Record<string, unknown>[] = []
  const send = async ({ input }: { input: Record<string, unknown> }) => {
    asked.push(input)
    return answers[asked.length - 1] ?? answers.at(-1)
  }
  return { asked, db: { send } as never }
}
const row = (entry: string, more: object = {}) => ({ entry, ...more })

test('units are read with the pages that the item names, over all answers', async () => {
  const item = row('balance', { 'balance#a': {} })
  const { db, asked } = table(
    { Items: [item], LastEvaluatedKey: { k: 1 } },
    { Items: [row('balance#a'), row('balance#b')] },
  )
  expect(await readUnits(db, 'units', 'acme')).toEqual({
    item,
    pages: [row('balance#a')],
    strays: [row('balance#b')],
  })
  expect(asked[0]).not.toHaveProperty('ExclusiveStartKey')
  expect(asked[1]).toMatchObject({ ExclusiveStartKey: { k: 1 } })
  expect(await readUnits(table({}).db, 'units', 'acme')).toBeUndefined()
  expect(await readUnits(table({ Items: [row('balance#a')] }).db, 'units', 'x')).toBeUndefined()
})

test('a page that is struck off while it is read is looked for five times', async () => {
  const named = { Items: [row('balance', { 'balance#a': {} })] }
  const late = table(named, named, named, named, { Items: [row('balance')] })
  expect(await readUnits(late.db, 'units', 'acme')).toMatchObject({ pages: [] })
  const never = table(named)
  await expect(readUnits(never.db, 'units', 'acme')).rejects.toThrow(
    'A page of reservations is gone.',
  )
  expect(never.asked).toHaveLength(5)
})

test('a page of history is told with where the next begins', async () => {
  const entry = (n: number) => row(`entry#${n}`, { action: 'grant', target: 't', units: n, at: n })
  const read = async (count: number, after?: string) => {
    const { db, asked } = table({ Items: Array.from({ length: count }, (_, n) => entry(9 - n)) })
    const found = await readUnitHistory(db, 'units', { account: 'acme', limit: 2, after })
    return { units: found.entries.map(({ units }) => units), next: found.next, asked: asked[0] }
  }
  expect(await read(3)).toMatchObject({ units: [9, 8], next: 'entry#8', asked: { Limit: 4 } })
  expect(await read(2)).toMatchObject({ units: [9, 8], next: undefined })
  expect(await read(4, 'entry#9')).toMatchObject({ units: [8, 7], next: 'entry#7' })
  expect(await read(3, 'entry#9')).toMatchObject({ units: [8, 7], next: undefined })
  expect((await read(0)).units).toEqual([])
  expect((await read(3)).asked).toMatchObject({ ScanIndexForward: false })
})
