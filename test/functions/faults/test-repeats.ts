import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import type { OpenDatabase } from '../pipeline/open-database.ts'
import { type Fault, injectFault } from './inject-fault.ts'

/** One operation of an adapter: what is there before, and what is done. */
export type Operation<Adapter> = {
  name: string
  before?: (adapter: Adapter) => Promise<unknown>
  act: (adapter: Adapter) => Promise<unknown>
}

type Options<Adapter> = {
  database: () => OpenDatabase
  /** The attributes of the table's key. */
  keys?: readonly string[]
  indexes?: Parameters<OpenDatabase['table']>[2]
  open: (db: DynamoDBDocumentClient, table: string) => Adapter
  operations: readonly Operation<Adapter>[]
  /** How the calls of each fail, one after the other. */
  faults: readonly Fault[]
  /** What has to be the same; by default all items. For adapters that give ids of their own. */
  observe?: (adapter: Adapter) => Promise<unknown>
}

let tables = 0

/**
 * Tests of an adapter of DynamoDB over a running local one: each call of each operation fails once in each of the given
 * ways. The caller sees the very error, and where the caller tries again, as queues and workflows do, the table holds
 * what one undisturbed call leaves.
 */
export function testRepeats<Adapter>(options: Options<Adapter>): void {
  const { database, open, operations, faults, keys, indexes, observe } = options
  const prepare = async ({ before }: Operation<Adapter>) => {
    const table = await database().table(`Repeats${++tables}`, keys, indexes)
    await before?.(open(database().db, table))
    return table
  }
  const contents = async (table: string) => {
    if (observe) return observe(open(database().db, table))
    const { Items = [] } = await database().db.send(new ScanCommand({ TableName: table }))
    return Items.map((item) => JSON.stringify(item, replaceSets)).sort()
  }

  /** What one undisturbed call of an operation leaves, and how many calls it makes. */
  const undisturbedBy = new Map<Operation<Adapter>, Promise<{ left: unknown; calls: number }>>()
  const undisturbed = async (each: Operation<Adapter>) => {
    const table = await prepare(each)
    const client = database().second()
    const counting = injectFault(client, database().db)
    await each.act(open(client, table)).finally(counting.restore)
    return { left: await contents(table), calls: counting.calls() }
  }

  test.for(operations.flatMap((each) => faults.map((fault) => ({ ...each, each, fault }))))(
    '$name, $fault.name',
    async ({ each, fault }) => {
      const once = undisturbedBy.get(each) ?? undisturbed(each)
      undisturbedBy.set(each, once)
      const { left, calls } = await once
      expect(calls).toBeGreaterThan(0)

      for (let at = 1; at <= calls; at += 1) {
        const table = await prepare(each)
        const client = database().second()
        const injected = injectFault(client, database().db, { at, fault })
        await expect(each.act(open(client, table)).finally(injected.restore)).rejects.toBe(
          injected.error,
        )
        await each.act(open(database().db, table))
        expect(await contents(table)).toEqual(left)
      }
    },
  )
}

function replaceSets(_name: string, value: unknown): unknown {
  return value instanceof Set ? [...value].sort() : value
}
