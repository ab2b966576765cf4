import { QueryCommand, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { dynamoUnitStore } from '../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import type { Task } from '../../functions/service/core/model/task.ts'
import type { Connection } from './connect.ts'

/** What the service has recorded of all tasks and of the account `local`. */
export type Ledger = {
  /** Every task, of both stages. */
  tasks: Task[]
  /** Ids of the tasks that entries of the account charge, one for each entry. */
  charged: string[]
  available: number
  spent: number
  /** Ids of the tasks that units are reserved for. */
  reserved: string[]
}

/** Reads the current tasks and account. */
export async function readLedger(run: Connection): Promise<Ledger> {
  const tasks = (await scan(run, run.tables.tasks)) as Task[]
  const { Items: entries = [] } = await run.db.send(
    new QueryCommand({
      TableName: run.tables.units,
      ConsistentRead: true,
      KeyConditionExpression: 'account = :account',
      ExpressionAttributeValues: { ':account': 'local' },
    }),
  )
  // The account's item, and pages of older reservations.
  const held = entries.filter(({ entry }) => String(entry).startsWith('balance'))
  const { available, spent } = await dynamoUnitStore(run.db, run.tables.units).balance('local')
  const charges = entries.filter(({ action }) => action === 'charge')
  return {
    tasks: tasks.filter(({ id, stage }) => id && stage),
    charged: charges.map(({ target }) => String(target)),
    available,
    spent,
    reserved: held.flatMap(({ reserved }) => Object.keys(reserved)),
  }
}

/** What was added between two readings. */
export function ledgerSince(before: Ledger, after: Ledger) {
  return {
    tasks: after.tasks.filter(({ id }) => !before.tasks.some((earlier) => earlier.id === id)),
    charged: after.charged.filter((id) => !before.charged.includes(id)),
    spent: after.spent - before.spent,
  }
}

/** Every item of a table. */
export async function scan({ db }: Connection, table: string): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []
  let from: Record<string, unknown> | undefined
  do {
    const page = await db.send(
      new ScanCommand({
        TableName: table,
        ConsistentRead: true,
        ...(from && { ExclusiveStartKey: from }),
      }),
    )
    items.push(...(page.Items ?? []))
    from = page.LastEvaluatedKey
  } while (from)
  return items
}
