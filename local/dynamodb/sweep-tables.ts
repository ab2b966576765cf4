import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { type ExpiringTable, expireItems } from './expire-items.ts'

/** A task that runs until it is stopped. `stop` waits for the step that is under way. */
export type Sweeper = { stop(): Promise<void> }

/**
 * Removes expired items while the service runs, one page of one table every `everyMs` milliseconds, so that a table
 * of any size costs the same. A page that fails is read again in the next round.
 */
export function sweepTables(
  client: DynamoDBClient,
  tables: readonly ExpiringTable[],
  options: { everyMs?: number; clock?: () => number } = {},
): Sweeper {
  const { everyMs = 15_000, clock = Date.now } = options
  const next = new Map<string, Record<string, AttributeValue>>()
  let turn = 0
  let step: Promise<void> = Promise.resolve()

  const sweep = async (): Promise<void> => {
    const table = tables[turn++ % tables.length]!
    try {
      const from = await expireItems(
        client,
        table,
        Math.floor(clock() / 1_000),
        next.get(table.name),
      )
      if (from) next.set(table.name, from)
      else next.delete(table.name)
    } catch {
      next.delete(table.name)
    }
  }

  const timer = setInterval(() => {
    step = step.then(sweep)
  }, everyMs)
  timer.unref()
  if (tables.length === 0) clearInterval(timer)
  return {
    stop: async () => {
      clearInterval(timer)
      await step
    },
  }
}
