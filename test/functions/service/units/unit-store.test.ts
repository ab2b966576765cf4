import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reservation } from '../../../../functions/service/units/unit-store.ts'
import { type ServiceBackend, startServiceBackend } from '../service-backend.ts'

let backend: ServiceBackend
let account: string
const store = () => backend.deps.units

beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  account = (await backend.addAccount(10)).account
})

const wish = (units: number, taskId = `task-${randomUUID()}`): Reservation => ({
  taskId,
  id: randomUUID(),
  units,
  at: 1,
})

describe('reserving', () => {
  test('moves units from available to reserved, once for a task', async () => {
    const first = wish(4)
    expect(await store().reserve(account, first)).toMatchObject({ held: first })
    const again = await store().reserve(account, { ...wish(4, first.taskId) })
    expect(again).toMatchObject({ held: { id: first.id } })
    expect(await store().balance(account)).toEqual({ available: 6, reserved: 4, spent: 0 })
  })

  test('the last units can be reserved, one more cannot', async () => {
    expect(await store().reserve(account, wish(10))).toHaveProperty('held')
    expect(await store().reserve(account, wish(1))).toMatchObject({ refused: 'insufficient' })
  })

  test('an account without any grant has no units', async () => {
    expect(await store().reserve('nobody', wish(1))).toMatchObject({ refused: 'insufficient' })
  })

  test('twenty at once never take more than there is', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => store().reserve(account, wish(1))),
    )
    expect(outcomes.filter((outcome) => 'held' in outcome)).toHaveLength(10)
    expect(await store().balance(account)).toEqual({ available: 0, reserved: 10, spent: 0 })
  })
})

describe('the end of a reservation', () => {
  test('settling charges once, whatever follows', async () => {
    const held = wish(4)
    await store().reserve(account, held)
    await store().settle(account, held, 2)
    await store().settle(account, held, 3)
    await store().release(account, held)
    expect(await store().balance(account)).toEqual({ available: 6, reserved: 0, spent: 4 })
  })

  test('releasing gives back once, whatever follows', async () => {
    const held = wish(4)
    await store().reserve(account, held)
    await store().release(account, held)
    await store().release(account, held)
    await store().settle(account, held, 2)
    expect(await store().balance(account)).toEqual({ available: 10, reserved: 0, spent: 0 })
  })

  test('a later reservation of the same task is not touched by the end of an earlier one', async () => {
    const earlier = wish(4)
    const later = wish(3, earlier.taskId)
    await store().reserve(account, earlier)
    await store().release(account, earlier)
    await store().reserve(account, later)
    await store().release(account, earlier)
    await store().settle(account, earlier, 2)
    expect(await store().balance(account)).toEqual({ available: 7, reserved: 3, spent: 0 })
  })
})

test('a grant with the same reference adds units once', async () => {
  await store().grant(account, 5, 'invoice-1', 1)
  await store().grant(account, 5, 'invoice-1', 2)
  await store().grant(account, 5, 'invoice-2', 2)
  expect(await store().balance(account)).toMatchObject({ available: 20 })
})
