import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listBatches } from '../../../../functions/operate/batches/list-batches.ts'
import { dynamoBatches } from '../../../../functions/pipeline/core/adapters/dynamo-batches.ts'
import { type Batch, NO_COUNTS } from '../../../../functions/pipeline/core/ports/batch.ts'
import { type OpenDatabase, openDatabase } from '../../pipeline/open-database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

const DAY = 86_400_000

/** A batch that was made so many days ago. */
function madeAgo(days: number): Batch {
  return {
    id: `batch-${days.toString(16).padStart(40, '0')}`,
    status: 'succeeded',
    recipe: 'slim',
    manifest: { bucket: 'drops', key: 'batches/slim/a.jsonl', version: 'v1' },
    concurrency: 1,
    tolerated: 50,
    ...NO_COUNTS,
    createdAt: new Date(Date.parse('2026-11-26T12:00:00Z') - days * DAY).toISOString(),
  }
}

test('batches are listed page by page by time, those of 200 days ago and of earlier releases among them', async () => {
  const table = await database.table('Batches', ['id', 'entry'])
  const batches = dynamoBatches(database.db, table, Date.now)
  const listed = [3, 1, 200, 2].map(madeAgo)
  for (const batch of listed) await batches.create(batch)
  // A repeated event makes neither another batch nor another place in the list.
  await batches.create({ ...madeAgo(1), createdAt: madeAgo(0).createdAt })
  const earlier = madeAgo(4)
  await database.db.send(new PutCommand({ TableName: table, Item: { ...earlier, entry: 'batch' } }))
  const executions = [2, 3, 4].map((days) => {
    const { id: name, createdAt } = madeAgo(days)
    return { name, startDate: new Date(createdAt) }
  })
  const clients = {
    db: database.db,
    at: { batchesTable: table, batchMachineArn: 'batches' },
    sfn: { send: async () => ({ executions }) },
  }
  const found: Batch[] = []
  let before: string | undefined
  do {
    const page = await listBatches(clients as never, { before, limit: 2 })
    expect(page.batches.length).toBeLessThanOrEqual(2)
    found.push(...page.batches)
    before = page.next
  } while (before !== undefined)
  expect(found.map(({ id }) => id)).toEqual([1, 2, 3, 4, 200].map((days) => madeAgo(days).id))
})

/** Batches of earlier releases alone, by pages of executions; the table gives back what does not fit. */
function earlier(pages: number[][], { fits = 100, listed = [] as number[] } = {}) {
  const asked: unknown[] = []
  const keys: number[] = []
  const send = async (command: { constructor: { name: string }; input: never }) => {
    if (command.constructor.name === 'QueryCommand') {
      const { Limit } = command.input as { Limit: number }
      return {
        Items: listed.slice(0, Limit).map((days) => ({
          batch: madeAgo(days).id,
          createdAt: madeAgo(days).createdAt,
        })),
      }
    }
    const { RequestItems } = command.input as { RequestItems: { b: { Keys: { id: string }[] } } }
    const { Keys } = RequestItems.b
    keys.push(Keys.length)
    const days = Keys.map(({ id }) => Number.parseInt(id.slice(6), 16))
    return {
      Responses: { b: days.slice(0, fits).map(madeAgo) },
      ...(Keys.length > fits && { UnprocessedKeys: { b: { Keys: Keys.slice(fits) } } }),
    }
  }
  const sfn = {
    send: async ({ input }: { input: { nextToken?: string } }) => {
      asked.push(input)
      const at = Number(input.nextToken ?? 0)
      return {
        executions: (pages[at] ?? []).map((days) => {
          const { id: name, createdAt } = madeAgo(days)
          return { name, startDate: new Date(createdAt) }
        }),
        ...(at + 1 < pages.length && { nextToken: String(at + 1) }),
      }
    },
  }
  const clients = { db: { send }, at: { batchesTable: 'b', batchMachineArn: 'batches' }, sfn }
  const list = async (limit: number, before?: string) => {
    const page = await listBatches(clients as never, { limit, before })
    return { days: page.batches.map(({ id }) => Number.parseInt(id.slice(6), 16)), next: page.next }
  }
  return { asked, keys, list }
}
const cursor = (days: number) => `${madeAgo(days).createdAt}~${madeAgo(days).id}`
const range = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at)

test('executions are read page by page, until there is one more than asked for', async () => {
  const two = earlier([[1, 2], [3], [4]])
  expect(await two.list(2)).toEqual({ days: [1, 2], next: cursor(2) })
  expect(two.asked).toEqual([
    { stateMachineArn: 'batches', maxResults: 1000 },
    { stateMachineArn: 'batches', maxResults: 1000, nextToken: '1' },
  ])
  expect(await earlier([[1, 2], [3]]).list(3)).toEqual({ days: [1, 2, 3], next: undefined })
  expect((await earlier([[1, 2, 3]]).list(3, cursor(1))).days).toEqual([2, 3])
})

test('those that are listed are not looked for among executions where they fill a page', async () => {
  const full = earlier([[9]], { listed: [1, 2, 3] })
  expect(await full.list(2)).toEqual({ days: [1, 2], next: cursor(2) })
  expect(full.asked).toEqual([])
  expect((await earlier([[2, 5]], { listed: [1, 2] }).list(2)).days).toEqual([1, 2])
})

test('two thousand executions are looked through, and a hundred batches read at once', async () => {
  const before = cursor(5000)
  const pages = [range(0, 1000), range(1000, 999), [1999], [5001]]
  const { asked, list } = earlier(pages)
  expect((await list(3, before)).days).toEqual([])
  expect(asked).toHaveLength(3)
  const many = earlier([range(0, 150)], { fits: 90 })
  expect((await many.list(150)).days).toEqual(range(0, 150))
  expect(many.keys).toEqual([100, 60])
})
