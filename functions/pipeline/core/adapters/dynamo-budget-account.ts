import {
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { conditionHeld } from '../../../dynamo.ts'
import { exceededCounters, headroom } from '../budget/counters.ts'
import type { Amounts, BudgetAccount, DayBalance, PendingEntry } from '../ports/budget-account.ts'

/** Counted from the start of the day: two days after its end no job settles on it any more. */
const KEEP_SECONDS = 3 * 86_400
/** Another writer may change the item between a refused write and the read that finds the reason. */
const TRIES = 5

const COUNTER = 'counter '
const ENTRY = 'entry '

/**
 * The budget account in a DynamoDB table with key `id`. Each day is one item, with its counters and entries as
 * attributes, so that each method is one conditional write. Entries exist for milliseconds, so the item stays small.
 * `addEntry` throws when too many writers interfere.
 */
export function dynamoBudgetAccount(db: DynamoDBDocumentClient, table: string): BudgetAccount {
  const update = (day: string, change: Change): Promise<boolean> =>
    conditionHeld(
      db.send(new UpdateCommand({ TableName: table, Key: { id: dayId(day) }, ...change })),
    )
  const read = async (day: string): Promise<DayBalance> => {
    const { Item = {} } = await db.send(
      new GetCommand({ TableName: table, Key: { id: dayId(day) }, ConsistentRead: true }),
    )
    return {
      totals: attributesWithPrefix<number>(COUNTER, Item),
      entries: attributesWithPrefix<PendingEntry>(ENTRY, Item),
    }
  }

  return {
    addEntry: async (day, name, entry, most = {}) => {
      for (let tries = 0; tries < TRIES; tries++) {
        if (await update(day, additionOf(day, name, entry, most))) return { entry }
        const { totals, entries } = await read(day)
        const existing = entries[name]
        if (existing) return { entry: existing }
        const exceeded = exceededCounters(totals, entry.adds, most)
        if (exceeded.length > 0) return { exceeded }
      }
      throw new Error(`The budget of ${day} is written by too many at once.`)
    },
    commitEntry: async (day, name, by, settles) =>
      void (await update(day, removalOf(name, by, settles))),
    rollBackEntry: async (day, name, { by, adds }) =>
      void (await update(day, removalOf(name, by, negated(adds)))),
    read,
  }
}

type Change = Pick<
  UpdateCommandInput,
  | 'UpdateExpression'
  | 'ConditionExpression'
  | 'ExpressionAttributeNames'
  | 'ExpressionAttributeValues'
>

function additionOf(day: string, name: string, entry: PendingEntry, most: Amounts): Change {
  const { names, values, add } = incrementsOf(entry.adds)
  const limits = Object.keys(most)
  return {
    UpdateExpression: `SET #entry = :entry, expiresAt = :expiresAt${add}`,
    ConditionExpression: [
      'attribute_not_exists(#entry)',
      ...limits.map((counter, at) =>
        headroom(counter, entry.adds, most) < 0
          ? `#l${at} <= :l${at}`
          : `(attribute_not_exists(#l${at}) OR #l${at} <= :l${at})`,
      ),
    ].join(' AND '),
    ExpressionAttributeNames: {
      ...names,
      '#entry': ENTRY + name,
      ...Object.fromEntries(limits.map((counter, at) => [`#l${at}`, COUNTER + counter])),
    },
    ExpressionAttributeValues: {
      ...values,
      ':entry': entry,
      ':expiresAt': Date.parse(day.slice(0, 10)) / 1000 + KEEP_SECONDS,
      ...Object.fromEntries(
        limits.map((counter, at) => [`:l${at}`, headroom(counter, entry.adds, most)]),
      ),
    },
  }
}

function negated(amounts: Amounts): Amounts {
  return Object.fromEntries(Object.entries(amounts).map(([counter, amount]) => [counter, -amount]))
}

function removalOf(name: string, by: string, adds: Amounts = {}): Change {
  const { names, values, add } = incrementsOf(adds)
  return {
    UpdateExpression: `REMOVE #entry${add}`,
    ConditionExpression: '#entry.#by = :by',
    ExpressionAttributeNames: { ...names, '#entry': ENTRY + name, '#by': 'by' },
    ExpressionAttributeValues: { ...values, ':by': by },
  }
}

function incrementsOf(adds: Amounts) {
  const amounts = Object.entries(adds)
  return {
    names: Object.fromEntries(amounts.map(([counter], at) => [`#c${at}`, COUNTER + counter])),
    values: Object.fromEntries(amounts.map(([, amount], at) => [`:c${at}`, amount])),
    add: amounts.length > 0 ? ` ADD ${amounts.map((_, at) => `#c${at} :c${at}`).join(', ')}` : '',
  }
}

/** The attributes whose names have this prefix, by the rest of their names. */
function attributesWithPrefix<T>(
  beginning: string,
  item: Record<string, unknown>,
): Record<string, T> {
  return Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => name.startsWith(beginning))
      .map(([name, value]) => [name.slice(beginning.length), value as T]),
  )
}

function dayId(day: string): string {
  return `budget#${day}`
}
