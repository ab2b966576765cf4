import { randomUUID } from 'node:crypto'
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createDynamoClient } from '../../../../../../functions/dynamo.ts'
import { dynamoUnitStore } from '../../../../../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import type {
  GrantRequest,
  Reservation,
  ReservationRequest,
} from '../../../../../../functions/service/core/ports/unit-store.ts'
import { fewOrAll } from '../../../../../setup/sampled.ts'
import { type ServiceBackend, startServiceBackend } from '../../../service-backend.ts'

let backend: ServiceBackend
let account: string
function store() {
  return backend.deps.units
}

beforeAll(async () => {
  backend = await startServiceBackend()
})
afterAll(() => backend.close())
beforeEach(async () => {
  account = (await backend.addAccount(10)).account
})

function request(units: number, taskId = `task-${randomUUID()}`): ReservationRequest {
  return {
    taskId,
    id: randomUUID(),
    least: units,
    most: units,
    at: 1,
  }
}

function chargeUnits(held: Reservation, at: number, units = held.units) {
  return store().charge(account, held, { units, at })
}

describe('reserving', () => {
  test('moves units from available to reserved, once per task', async () => {
    const first = request(4)
    expect(await store().reserve(account, first)).toMatchObject({
      held: { taskId: first.taskId, id: first.id, units: 4 },
    })
    const again = await store().reserve(account, { ...request(4, first.taskId) })
    expect(again).toMatchObject({ held: { id: first.id } })
    expect(await store().balance(account)).toEqual({ available: 6, reserved: 4, spent: 0 })
  })

  test('the last units can be reserved, one more cannot', async () => {
    expect(await store().reserve(account, request(10))).toHaveProperty('held')
    expect(await store().reserve(account, request(1))).toMatchObject({ refused: 'insufficient' })
  })

  test('an account without any grant has no units', async () => {
    expect(await store().reserve('nobody', request(1))).toMatchObject({ refused: 'insufficient' })
  })

  test('twenty concurrent requests never reserve more than there is', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => store().reserve(account, request(1))),
    )
    expect(outcomes.filter((outcome) => 'held' in outcome)).toHaveLength(10)
    expect(await store().balance(account)).toEqual({ available: 0, reserved: 10, spent: 0 })
  })
})

async function reserved(units: number, taskId?: string): Promise<Reservation> {
  const outcome = await store().reserve(account, request(units, taskId))
  if ('held' in outcome) return outcome.held
  throw new Error(outcome.refused)
}

describe('the end of a reservation', () => {
  test('charging is done once, whatever follows', async () => {
    const held = await reserved(4)
    await chargeUnits(held, 2)
    await chargeUnits(held, 3)
    await store().release(account, held)
    expect(await store().balance(account)).toEqual({ available: 6, reserved: 0, spent: 4 })
  })

  test('releasing is done once, whatever follows', async () => {
    const held = await reserved(4)
    await store().release(account, held)
    await store().release(account, held)
    await chargeUnits(held, 2)
    expect(await store().balance(account)).toEqual({ available: 10, reserved: 0, spent: 0 })
  })

  test('closing an earlier reservation does not affect a later one of the same task', async () => {
    const earlier = await reserved(4)
    await store().release(account, earlier)
    await reserved(3, earlier.taskId)
    await store().release(account, earlier)
    await chargeUnits(earlier, 2)
    expect(await store().balance(account)).toEqual({ available: 7, reserved: 3, spent: 0 })
  })
})

describe('a reservation of a range of units', () => {
  const range = (least: number, most: number): ReservationRequest => ({ ...request(most), least })
  const grants = async () =>
    (await store().usableGrants(account, 1)).map(({ remaining, expiresAt }) => [
      remaining,
      expiresAt,
    ])

  test('takes the most, or all there is, or nothing below the least', async () => {
    expect(await store().reserve(account, range(2, 6))).toMatchObject({ held: { units: 6 } })
    expect(await store().reserve(account, range(2, 6))).toMatchObject({ held: { units: 4 } })
    expect(await store().reserve(account, range(1, 6))).toMatchObject({ refused: 'insufficient' })
  })

  test('is charged once, from the nearest expiry on, and the rest returns to its grants', async () => {
    await grant(3, { expiresAt: 500 })
    await grant(4, { expiresAt: 900 })
    const outcome = await store().reserve(account, range(2, 12))
    const held = (outcome as { held: Reservation }).held
    expect(await grants()).toEqual([[5, undefined]])
    for (const at of [2, 3]) await chargeUnits(held, at, 5)
    await store().release(account, held)
    expect(await grants()).toEqual([
      [2, 900],
      [10, undefined],
    ])
    expect(await store().balance(account, 1)).toEqual({ available: 12, reserved: 0, spent: 5 })
    const { entries } = await store().history(account, 10)
    const charge = entries.find(({ action }) => action === 'charge')
    expect(charge?.lots.map(({ units }) => units)).toEqual([-3, -2])
  })

  test('concurrent with others never takes more than there is', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => store().reserve(account, range(1, 4))),
    )
    const taken = outcomes.flatMap((outcome) => ('held' in outcome ? [outcome.held.units] : []))
    expect(taken.reduce((sum, units) => sum + units, 0)).toBe(10)
    expect(await store().balance(account)).toEqual({ available: 0, reserved: 10, spent: 0 })
  })
})

describe('granting', () => {
  test('the same reference adds units once', async () => {
    await grant(5, { reference: 'invoice-1', at: 1 })
    await grant(5, { reference: 'invoice-1', at: 2 })
    await grant(5, { reference: 'invoice-2', at: 2 })
    expect(await store().balance(account)).toMatchObject({ available: 20 })
  })

  test('the first grants of an account add up when they are concurrent', async () => {
    account = `new-${randomUUID()}`
    await Promise.all(Array.from({ length: 10 }, () => grant(2)))
    expect(await store().balance(account)).toMatchObject({ available: 20 })
  })

  test('stops at fifty grants, and continues when one is used up', async () => {
    account = `many-${randomUUID()}`
    for (let at = 1; at <= 50; at += 1) await grant(1, { at, expiresAt: 1000 + at })
    await expect(grant(1)).rejects.toThrow('at most 50')
    await chargeUnits(await reserved(1), 3)
    await grant(1)
    await expect(grant(1)).rejects.toThrow('at most 50')
  })

  test('a lot that has expired makes room for another, and its units are written off', async () => {
    account = `expired-${randomUUID()}`
    for (let at = 1; at <= 50; at += 1) await grant(1, { at, expiresAt: 1000 + at })
    const removed = 1001 + 3600
    await expect(grant(1, { at: removed - 1 })).rejects.toThrow('at most 50')
    await grant(1, { at: removed })
    expect(await store().balance(account, removed)).toMatchObject({ available: 1 })
    const { entries } = await store().history(account, 100)
    const expired = entries.filter(({ action }) => action === 'expire')
    expect(expired).toMatchObject([{ units: -1, at: 1001 }])
  })
})

function grant(units: number, rest: Partial<GrantRequest> = {}) {
  return store().grant(account, { units, reference: randomUUID(), at: 1, ...rest })
}

describe('credit grants', () => {
  const left = async (now = 1) =>
    (await store().usableGrants(account, now)).map(({ remaining, expiresAt }) => [
      remaining,
      expiresAt,
    ])

  test('are used by expiry, the nearest first, the oldest first among equals', async () => {
    await grant(2, { at: 3, expiresAt: 500 })
    await grant(1, { at: 2, expiresAt: 500 })
    await grant(3, { at: 1, expiresAt: 900 })
    expect(await left()).toEqual([
      [1, 500],
      [2, 500],
      [3, 900],
      [10, undefined],
    ])
    const first = await reserved(2)
    expect(await left()).toEqual([
      [1, 500],
      [3, 900],
      [10, undefined],
    ])
    await reserved(6)
    expect(await left()).toEqual([[8, undefined]])
    await store().release(account, first)
    expect(await left()).toEqual([
      [1, 500],
      [1, 500],
      [8, undefined],
    ])
  })

  test('are counted by the clock where no time is given', async () => {
    const now = Math.floor(Date.now() / 1000)
    await grant(3, { expiresAt: now - 1 })
    await grant(4, { expiresAt: now + 3600 })
    expect(await store().balance(account)).toMatchObject({ available: 14 })
  })

  test('cannot be used from their expiry on', async () => {
    await grant(7, { expiresAt: 500 })
    expect(await store().balance(account, 499)).toMatchObject({ available: 17 })
    expect(await store().balance(account, 500)).toMatchObject({ available: 10 })
    expect(await store().reserve(account, { ...request(11), at: 500 })).toMatchObject({
      refused: 'insufficient',
    })
    expect(await store().reserve(account, { ...request(11), at: 499 })).toHaveProperty('held')
  })

  test('many concurrent reservations drain many small grants to zero and not below', async () => {
    account = `small-${randomUUID()}`
    for (let at = 1; at <= 5; at += 1) await grant(2, { at, expiresAt: 1000 + at })
    const outcomes = await Promise.all(
      Array.from({ length: fewOrAll(18, 100) }, () => store().reserve(account, request(1))),
    )
    expect(outcomes.filter((outcome) => 'held' in outcome)).toHaveLength(10)
    expect(await store().balance(account, 1)).toEqual({ available: 0, reserved: 10, spent: 0 })
  })
})

describe('the history', () => {
  test('lists what was granted, charged and expired, newest first, in pages', async () => {
    account = `history-${randomUUID()}`
    await grant(3, { reference: 'order', at: 10, expiresAt: 100 })
    const held = await reserved(2, 'task')
    await chargeUnits(held, 20)
    await chargeUnits(held, 20)
    await store().reserve(account, { ...request(1), at: 100 + 3600 })
    const { lot } = held.lots[0]!
    const all = [
      { action: 'expire', target: lot, units: -1, lots: [{ lot, units: -1 }], at: 100 },
      { action: 'charge', target: 'task', units: -2, lots: [{ lot, units: -2 }], at: 20 },
      { action: 'grant', target: 'order', units: 3, lots: [{ lot, units: 3 }], at: 10 },
    ]
    expect(await store().history(account, 3)).toEqual({ entries: all })
    const first = await store().history(account, 2)
    expect(first.entries).toEqual(all.slice(0, 2))
    expect(await store().history(account, 2, first.next)).toEqual({ entries: all.slice(2) })
  })
})

test('a grant that others came before at every turn is made all the same', async () => {
  const client = createDynamoClient()
  const send = client.send.bind(client)
  let refusals = 2
  client.send = (async (command: { constructor: { name: string } }) => {
    if (command.constructor.name === 'UpdateCommand' && refusals-- > 0) {
      throw new ConditionalCheckFailedException({ message: '', $metadata: {} })
    }
    return await send(command as never)
  }) as never
  await dynamoUnitStore(client, 'units').grant(account, { units: 5, reference: 'late', at: 1 })
  client.destroy()
  expect(refusals).toBeLessThan(0)
  expect(await store().balance(account)).toMatchObject({ available: 15 })
})
