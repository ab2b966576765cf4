import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dynamoBudgetAccount } from '../../../../../functions/pipeline/core/adapters/dynamo-budget-account.ts'
import type {
  BudgetAccount,
  PendingEntry,
} from '../../../../../functions/pipeline/core/ports/budget-account.ts'
import { memoryBudgetAccount } from '../../../../faults/ports/memory-budget-account.ts'
import { type OpenDatabase, openDatabase } from '../../open-database.ts'

let database: OpenDatabase
let onDynamo: BudgetAccount
beforeAll(async () => {
  database = await openDatabase()
  onDynamo = dynamoBudgetAccount(database.db, await database.table('Book'))
})
afterAll(() => database.close())

let days = 0
/** A day without entries. */
function freshDay(): string {
  return `2026-01-${String(++days).padStart(2, '0')}`
}
function entry(by: string, adds: PendingEntry['adds']): PendingEntry {
  return { by, at: 1, adds }
}

describe.each([
  ['in memory', () => memoryBudgetAccount() as BudgetAccount],
  ['in DynamoDB', () => onDynamo],
])('a budget account %s', (_, open) => {
  test('adds amounts that fit and names the counters that do not', async () => {
    const [budgetAccount, day] = [open(), freshDay()]
    const most = { units: 3, dollars: 0.3 }
    const two = entry('a', { units: 2, dollars: 0.1 })
    expect(await budgetAccount.addEntry(day, 'one', two, most)).toEqual({ entry: two })
    expect(await budgetAccount.addEntry(day, 'two', two, most)).toEqual({ exceeded: ['units'] })
    const dear = entry('a', { units: 1, dollars: 0.25 })
    expect(await budgetAccount.addEntry(day, 'two', dear, most)).toEqual({ exceeded: ['dollars'] })
    const last = entry('a', { units: 1, dollars: 0.2 })
    expect(await budgetAccount.addEntry(day, 'two', last, most)).toEqual({ entry: last })
    const { totals } = await budgetAccount.read(day)
    expect(totals['units']).toBe(3)
    expect(totals['dollars']).toBeCloseTo(0.3, 8)
  })

  test('an amount above the limit is refused for an empty day too', async () => {
    const [budgetAccount, day] = [open(), freshDay()]
    const adds = { units: 20 }
    expect(await budgetAccount.addEntry(day, 'one', entry('a', adds), { units: 10 })).toEqual({
      exceeded: ['units'],
    })
    // Without a limit the amount is added in any case.
    expect(await budgetAccount.addEntry(day, 'one', entry('a', adds))).toEqual({
      entry: entry('a', adds),
    })
  })

  test('an existing entry is returned, whatever the new one holds', async () => {
    const [budgetAccount, day] = [open(), freshDay()]
    const first = entry('a', { units: 1 })
    await budgetAccount.addEntry(day, 'one', first)
    expect(
      await budgetAccount.addEntry(day, 'one', entry('b', { units: 5 }), { units: 1 }),
    ).toEqual({
      entry: first,
    })
    expect(await budgetAccount.read(day)).toEqual({ totals: { units: 1 }, entries: { one: first } })
  })

  test('an entry is removed once, with or without its amounts, and only by its writer', async () => {
    const [budgetAccount, day] = [open(), freshDay()]
    const one = entry('a', { units: 1 })
    const two = entry('a', { units: 2 })
    await budgetAccount.addEntry(day, 'one', one)
    await budgetAccount.addEntry(day, 'two', two)
    await budgetAccount.commitEntry(day, 'one', 'b')
    await budgetAccount.rollBackEntry(day, 'two', entry('b', { units: 2 }))
    expect(await budgetAccount.read(day)).toEqual({ totals: { units: 3 }, entries: { one, two } })
    for (let times = 0; times < 2; times++) {
      await budgetAccount.commitEntry(day, 'one', 'a')
      await budgetAccount.rollBackEntry(day, 'two', two)
    }
    expect(await budgetAccount.read(day)).toEqual({ totals: { units: 1 }, entries: {} })
    expect(await budgetAccount.read(freshDay())).toEqual({ totals: {}, entries: {} })
  })

  test('what an entry settles counts once it is committed, and only then', async () => {
    const [budgetAccount, day] = [open(), freshDay()]
    await budgetAccount.addEntry(day, 'begins', entry('a', { units: 5 }))
    const ends = { ...entry('a', {}), settles: { units: -3 } }
    await budgetAccount.addEntry(day, 'ends', ends)
    expect((await budgetAccount.read(day)).totals).toEqual({ units: 5 })
    for (let times = 0; times < 2; times++) {
      await budgetAccount.commitEntry(day, 'ends', 'a', ends.settles)
      expect((await budgetAccount.read(day)).totals).toEqual({ units: 2 })
    }
    await budgetAccount.addEntry(day, 'ends', ends)
    await budgetAccount.rollBackEntry(day, 'ends', ends)
    expect((await budgetAccount.read(day)).totals).toEqual({ units: 2 })
  })

  test('a hundred concurrent entries do not exceed the limit', async () => {
    const [budgetAccount, day] = [open(), freshDay()]
    const entered = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        budgetAccount.addEntry(day, `job-${at}`, entry(`by-${at}`, { units: 1 }), { units: 10 }),
      ),
    )
    expect(entered.filter((one) => 'entry' in one)).toHaveLength(10)
    expect((await budgetAccount.read(day)).totals).toEqual({ units: 10 })
  })
})
