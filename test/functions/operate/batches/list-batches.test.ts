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
