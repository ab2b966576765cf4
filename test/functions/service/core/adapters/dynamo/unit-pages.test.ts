import { randomUUID } from 'node:crypto'
import {
  type DynamoDBDocumentClient,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { log } from '../../../../../../functions/log.ts'
import { PAGE_SIZE } from '../../../../../../functions/service/core/adapters/dynamo/balance-item.ts'
import { dynamoUnitStore } from '../../../../../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import {
  MAX_RESERVATIONS,
  type Reservation,
  type ReservationRequest,
  type UnitStore,
} from '../../../../../../functions/service/core/ports/unit-store.ts'
import { newDice } from '../../../../../faults/dice.ts'
import { fewOrAll } from '../../../../../setup/sampled.ts'
import { RUN_SEED } from '../../../../../setup/seed.ts'
import { type OpenDatabase, openDatabase } from '../../../../pipeline/open-database.ts'

const GRANTED = 4_000
const MANY = PAGE_SIZE + 3

let database: OpenDatabase
let table: string
let store: UnitStore
let account: string
beforeAll(async () => {
  database = await openDatabase()
  table = await database.table('Units', ['account', 'entry'])
  store = dynamoUnitStore(database.db, table)
})
afterAll(() => database.close())
beforeEach(async () => {
  account = `account-${randomUUID()}`
  await store.grant(account, { units: GRANTED, reference: 'first', at: 1 })
})

function request(taskId: string, rest: Partial<ReservationRequest> = {}): ReservationRequest {
  return { taskId, id: randomUUID(), least: 3, most: 3, at: 10, ...rest }
}

async function reserve(count: number, from = 0): Promise<Reservation[]> {
  const made: Reservation[] = []
  for (let n = from; n < from + count; n += 1) {
    const outcome = await store.reserve(account, request(`task-${n}`, { at: 10 + n }))
    if (!('held' in outcome)) throw new Error(outcome.refused)
    made.push(outcome.held)
  }
  return made
}

/** Stores so many reservations of three units in the account's item at once. */
async function plant(count: number): Promise<Reservation[]> {
  const { item } = await stored()
  const [lot] = Object.keys(item?.['lots'] ?? {}) as [string]
  const lots = [{ lot, units: 3 }]
  const made = Array.from({ length: count }, (_, n) => {
    return { taskId: `task-${n}`, id: randomUUID(), units: 3, lots, at: 10 + n }
  })
  const Item = {
    ...item,
    lots: { [lot]: { granted: GRANTED, remaining: GRANTED - 3 * count, at: 1 } },
    reserved: Object.fromEntries(made.map(({ taskId, ...rest }) => [taskId, rest])),
  }
  await database.db.send(new PutCommand({ TableName: table, Item }))
  return made
}

/** A page with all reservations but the last one closed: that one. */
async function lastOfPage(): Promise<Reservation> {
  const [first, ...others] = await plant(PAGE_SIZE - 1)
  await reserve(1, PAGE_SIZE)
  const { pages } = await stored()
  const [page] = pages
  const kept = Object.entries(page?.['reserved'] ?? {}).filter(([id]) => id === first?.taskId)
  // As closing the others leaves it: three units of each are spent.
  const Item = {
    ...page,
    reserved: Object.fromEntries(kept),
    spent: 3 * (others.length + 1),
    changes: others.length + 1,
  }
  await database.db.send(new PutCommand({ TableName: table, Item }))
  return first as Reservation
}

/** The account's item and the pages beside it, as they are stored. */
async function stored() {
  const { Items = [] } = await database.db.send(
    new QueryCommand({
      TableName: table,
      KeyConditionExpression: 'account = :account AND begins_with(entry, :balance)',
      ExpressionAttributeValues: { ':account': account, ':balance': 'balance' },
    }),
  )
  const [item, ...pages] = Items as Record<string, Record<string, unknown>>[]
  return { item, pages, inItem: Object.keys(item?.['reserved'] ?? {}).length }
}

describe('an account with many reservations', () => {
  test('keeps few in its item and the others on pages, and tells the same of them all', async () => {
    await plant(PAGE_SIZE - 2)
    await reserve(1, PAGE_SIZE - 2)
    expect(await stored()).toMatchObject({ inItem: PAGE_SIZE - 1, pages: [] })
    await reserve(4, PAGE_SIZE - 1)
    const { inItem, pages } = await stored()
    expect([inItem, pages.length]).toEqual([3, 1])
    const [available, reserved] = [GRANTED - 3 * MANY, 3 * MANY]
    expect(await store.balance(account)).toEqual({ available, reserved, spent: 0 })
    const [{ remaining } = { remaining: 0 }] = await store.usableGrants(account, 10)
    expect(remaining).toBe(available)
  })

  test('keeps the reservation that a task has on a page, and counts those of pages', async () => {
    const [first] = await plant(PAGE_SIZE - 1)
    await reserve(4, PAGE_SIZE - 1)
    expect(await store.reserve(account, request('task-0'))).toMatchObject({
      held: { id: first?.id },
    })
    const more = (places: number) => store.reserve(account, request('one-more', { places }))
    expect(await more(MANY)).toMatchObject({ refused: 'crowded' })
    expect(await more(MANY + 1)).toHaveProperty('held')
  })

  test('charges, lowers and releases each once wherever it is, and leaves no page behind', async () => {
    const made = [...(await plant(PAGE_SIZE - 1)), ...(await reserve(4, PAGE_SIZE - 1))]
    for (const [n, held] of made.entries()) {
      if (n % 3 === 0) await store.lower(account, held, 2)
      for (let again = 0; again < 2; again += 1) {
        if (n % 3 === 0) {
          const lots = held.lots.map(({ lot }) => ({ lot, units: 2 }))
          await store.charge(account, { ...held, lots }, { units: 2, at: 50 })
        } else if (n % 3 === 1) await store.charge(account, held, { units: 1, at: 50 })
        else await store.release(account, held)
      }
    }
    const lowered = Math.ceil(MANY / 3)
    const spent = 2 * lowered + Math.ceil((MANY - 1) / 3)
    expect(await store.balance(account)).toEqual({ available: GRANTED - spent, reserved: 0, spent })
    expect(await stored()).toMatchObject({ inItem: 0, pages: [], item: { spent } })
  })

  test('does not lower twice, nor what was closed', async () => {
    const [held] = (await plant(PAGE_SIZE - 1)) as [Reservation]
    await reserve(1, PAGE_SIZE)
    await store.lower(account, held, 2)
    await store.lower(account, held, 1)
    expect(await store.balance(account)).toMatchObject({ reserved: 3 * PAGE_SIZE - 1 })
    await store.release(account, { taskId: held.taskId, id: held.id })
    await store.lower(account, held, 1)
    expect(await store.balance(account)).toMatchObject({ reserved: 3 * PAGE_SIZE - 3 })
  })

  test('can use what one of a page gives back while the others go on', async () => {
    const [first, second] = await plant(PAGE_SIZE - 1)
    await reserve(1, PAGE_SIZE)
    const rest = GRANTED - 3 * PAGE_SIZE
    await store.reserve(account, request('large', { least: rest, most: rest }))
    expect(await store.reserve(account, request('refused'))).toMatchObject({
      refused: 'insufficient',
    })
    await store.release(account, first!)
    expect(await store.reserve(account, request('taken'))).toHaveProperty('held')
    await store.release(account, second!)
    expect(await store.reserve(account, request('taken too'))).toHaveProperty('held')
    expect(await store.balance(account)).toEqual({ available: 0, reserved: GRANTED, spent: 0 })
  })

  test('keeps a grant that is over until no page can give anything back to it', async () => {
    await plant(PAGE_SIZE - 3)
    await store.grant(account, { units: 9, reference: 'short', at: 1, expiresAt: 500 })
    const made = await reserve(3, PAGE_SIZE)
    expect(await stored()).toMatchObject({ inItem: 0 })
    await store.release(account, made[0]!)
    for (const held of made.slice(1)) await store.charge(account, held, { units: 3, at: 60 })
    const late = { at: 500 + 3_601 }
    await store.reserve(account, request('late', late))
    const lots = async () => Object.keys((await stored()).item?.['lots'] ?? {}).length
    expect(await lots()).toBe(2)
    const expired = async () =>
      (await store.history(account, 30)).entries.filter(({ action }) => action === 'expire')
    expect(await expired()).toEqual([])
    const { pages } = await stored()
    for (const [taskId, { id }] of Object.entries(pages[0]?.['reserved'] ?? {}) as [
      string,
      { id: string },
    ][]) {
      await store.release(account, { taskId, id })
    }
    await store.reserve(account, request('later', late))
    expect(await lots()).toBe(1)
    expect(await expired()).toMatchObject([{ units: -3 }])
  })
})

/** The store whose requests go through `send`, which may do something else before or after. */
function through(send: (command: object) => Promise<object>): UnitStore {
  return dynamoUnitStore({ send } as unknown as DynamoDBDocumentClient, table)
}
const asIs = (command: object): Promise<object> => database.db.send(command as never)

describe('what happens between two requests', () => {
  test('a task that got a reservation meanwhile, now on a page, gets no second one', async () => {
    await plant(PAGE_SIZE - 1)
    let meanwhile: Promise<unknown> | undefined
    const late = through(async (command) => {
      const answer = await asIs(command)
      if (command instanceof QueryCommand) meanwhile ??= store.reserve(account, request('same'))
      await meanwhile
      return answer
    })
    const outcome = await late.reserve(account, request('same'))
    const { held } = (await meanwhile) as { held: Reservation }
    expect(outcome).toMatchObject({ held })
    expect(await stored()).toMatchObject({ inItem: 0, pages: { length: 1 } })
  })

  test('reservations that were moved meanwhile count among the most there may be', async () => {
    await plant(MAX_RESERVATIONS - PAGE_SIZE)
    await reserve(PAGE_SIZE - 1, MAX_RESERVATIONS)
    const both = await Promise.all(
      ['one', 'two', 'three'].map((task) => store.reserve(account, request(task))),
    )
    expect(both.filter((outcome) => 'held' in outcome)).toHaveLength(1)
  })

  test('a page that is struck off while it is read is looked for again, not for ever', async () => {
    await plant(PAGE_SIZE - 1)
    await reserve(1, PAGE_SIZE)
    let [looks, blind] = [0, 1]
    const seeing = through(async (command) => {
      const answer = (await asIs(command)) as { Items?: object[] }
      looks += 1
      return looks <= blind ? { Items: answer.Items?.slice(0, 1) } : answer
    })
    expect(await seeing.balance(account)).toMatchObject({ reserved: 3 * PAGE_SIZE })
    expect(looks).toBe(2)
    blind = 100
    await expect(seeing.balance(account)).rejects.toThrow('A page of reservations is gone.')
  })

  test('pages beyond the first answer of the database are read', async () => {
    await plant(PAGE_SIZE - 1)
    await reserve(1, PAGE_SIZE)
    const inParts = through(async (command) => {
      if (!(command instanceof QueryCommand)) return asIs(command)
      return asIs(new QueryCommand({ ...command.input, Limit: 1 }))
    })
    expect(await inParts.balance(account)).toMatchObject({ reserved: 3 * PAGE_SIZE })
  })

  test('a grant that an earlier release removed, knowing no pages, gets back what one gives', async () => {
    const last = await lastOfPage()
    const [lot] = last.lots
    if (!lot) throw new Error('No grant was drawn on.')
    await database.db.send(
      new UpdateCommand({
        TableName: table,
        Key: { account, entry: 'balance' },
        UpdateExpression: 'REMOVE lots.#lot',
        ExpressionAttributeNames: { '#lot': lot.lot },
      }),
    )
    await store.release(account, last)
    expect(await store.usableGrants(account, 10)).toMatchObject([
      { id: lot.lot, granted: GRANTED, remaining: 3, at: 1 },
    ])
    expect((await stored()).pages).toEqual([])
  })

  test('a page whose writing arrives a second time, late, keeps what was changed since', async () => {
    const written: PutCommand[] = []
    const send = async (command: PutCommand) => {
      if (command instanceof PutCommand) written.push(command)
      return await database.db.send(command)
    }
    const [first] = await plant(PAGE_SIZE - 1)
    const watched = dynamoUnitStore({ send } as unknown as DynamoDBDocumentClient, table)
    await watched.reserve(account, request('last', { at: 99 }))
    await store.release(account, first as Reservation)
    const before = await stored()
    const [late] = written
    if (!late) throw new Error('No page was written.')
    await expect(database.db.send(new PutCommand(late.input))).rejects.toThrow('conditional')
    expect(await stored()).toEqual(before)
  })

  test('a move that fails is left to a later request', async () => {
    const warned = vi.spyOn(log, 'warn').mockReturnValue()
    await plant(PAGE_SIZE - 1)
    const busy = through((command) => {
      return command instanceof PutCommand ? Promise.reject(new Error('busy')) : asIs(command)
    })
    expect(await busy.reserve(account, request('last'))).toHaveProperty('held')
    expect(warned).toHaveBeenCalledOnce()
    expect(await stored()).toMatchObject({ inItem: PAGE_SIZE, pages: [] })
  })
})

/** The store of a process whose answers get lost, and which is gone after so many requests. */
function failing(isLost: () => boolean, requests = Number.POSITIVE_INFINITY): UnitStore {
  let left = requests
  return through(async (command) => {
    left -= 1
    if (left < 0) throw new Error('gone')
    const answer = await asIs(command)
    // The SDK sends a request again whose answer was lost.
    return isLost() ? asIs(command) : answer
  })
}

describe('a process that is gone', () => {
  beforeEach(() => void vi.spyOn(log, 'warn').mockReturnValue())

  test.each([0, 1, 2, 3, 4, 5, 6])(
    'after %i requests of a move loses nothing',
    async (requests) => {
      await plant(PAGE_SIZE - 1)
      const last = request('last')
      await failing(() => false, requests)
        .reserve(account, last)
        .catch(() => undefined)
      const { held } = (await store.reserve(account, last)) as { held: Reservation }
      expect(await store.balance(account)).toMatchObject({ reserved: 3 * PAGE_SIZE })
      await store.release(account, held)
      expect(await store.balance(account)).toMatchObject({ reserved: 3 * PAGE_SIZE - 3 })
      // What it wrote in vain is taken away once no late write can need it.
      for (const at of [3_700, 3_701]) {
        const later = request(`later-${at}`, { at })
        await store.reserve(account, later)
        await store.release(account, later)
      }
      const { item, pages } = await stored()
      for (const { entry } of pages) expect(item).toHaveProperty([String(entry)])
    },
  )

  test.each([0, 1, 2, 3, 4, 5])(
    'after %i requests of the last close of a page loses nothing',
    async (requests) => {
      const last = await lastOfPage()
      const charge = (from: UnitStore) => from.charge(account, last, { units: 2, at: 50 })
      await charge(failing(() => false, requests)).catch(() => undefined)
      await charge(store)
      const spent = 3 * PAGE_SIZE - 1
      const all = { available: GRANTED - spent, reserved: 0, spent }
      expect(await store.balance(account)).toEqual(all)
      const next = request('next', { at: 4_000 })
      await store.reserve(account, next)
      await store.release(account, next)
      expect(await store.balance(account)).toEqual(all)
      expect((await stored()).pages).toEqual([])
    },
  )
})

test('many at once under lost answers and crashes: each task is charged once or not at all', async () => {
  vi.spyOn(log, 'warn').mockReturnValue()
  const dice = newDice(RUN_SEED)
  const random = () => dice.roll('fault')
  const isLost = () => random() < 0.1
  const dying = () => failing(isLost, random() < 0.3 ? random() * 8 : undefined)
  /** Tries as a queue does, until one process has lived. */
  const surely = async <Result>(act: (from: UnitStore) => Promise<Result>): Promise<Result> => {
    for (;;) {
      try {
        return await act(dying())
      } catch (error) {
        if (String(error) !== 'Error: gone') throw error
      }
    }
  }
  let charged = 0
  const work = async (n: number): Promise<void> => {
    const outcome = await surely((from) => from.reserve(account, request(`task-${n}`, { at: n })))
    if (!('held' in outcome)) throw new Error(outcome.refused)
    const { held } = outcome
    for (let pause = random() * 8; pause > 0; pause -= 1) await store.balance(account)
    const units = n % 4
    charged += units
    const end = (from: UnitStore) =>
      units === 0
        ? from.release(account, held)
        : from.charge(account, held, { units, at: 1_000 + n })
    // Two deliveries end it at once.
    await Promise.all([surely(end), surely(end)])
  }
  let next = 0
  const line = async (): Promise<void> => {
    while (next < fewOrAll(20, 40)) await work(next++)
  }
  await Promise.all(Array.from({ length: 20 }, line))
  expect(await store.balance(account)).toEqual({
    available: GRANTED - charged,
    reserved: 0,
    spent: charged,
  })
})

test('what an account holds that was stored before there were pages is read, moved and closed', async () => {
  const old = await plant(2 * PAGE_SIZE - 2)
  const sum = 3 * old.length
  expect(await store.balance(account)).toMatchObject({ reserved: sum })
  const made = await reserve(2, old.length)
  expect(await stored()).toMatchObject({ inItem: 0, pages: { length: 2 } })
  for (const held of old) await store.charge(account, held, { units: 3, at: 9 })
  expect(await store.balance(account)).toMatchObject({ reserved: 6, spent: sum })
  for (const held of made) await store.release(account, held)
  expect(await stored()).toMatchObject({ inItem: 0, pages: [], item: { spent: sum } })
})
