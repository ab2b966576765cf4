import {
  type DynamoDBDocumentClient,
  GetCommand,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { applied } from '../../dynamo.ts'
import { above, room } from './above.ts'
import type { Amounts, BookPage, BudgetBook, Entry } from './budget-book.ts'

/** Two days after its own, when nobody settles on it any more. */
const KEEP_SECONDS = 3 * 86_400
/** Another's entry may go between a refusal and the look at its reason. */
const TRIES = 5

const COUNTER = 'counter '
const ENTRY = 'entry '

/**
 * The book in a DynamoDB table with key `id`: one item a day, its counters and entries attributes of it, so that each
 * method is one conditional write. Entries last for milliseconds, so the item stays small.
 */
export const dynamoBudgetBook = (db: DynamoDBDocumentClient, table: string): BudgetBook => {
  const update = (day: string, change: Change): Promise<boolean> =>
    applied(db.send(new UpdateCommand({ TableName: table, Key: { id: dayId(day) }, ...change })))
  const read = async (day: string): Promise<BookPage> => {
    const { Item = {} } = await db.send(
      new GetCommand({ TableName: table, Key: { id: dayId(day) }, ConsistentRead: true }),
    )
    return { taken: having<number>(COUNTER, Item), entries: having<Entry>(ENTRY, Item) }
  }

  return {
    enter: async (day, name, entry, most = {}) => {
      for (let tries = 0; tries < TRIES; tries++) {
        if (await update(day, entering(day, name, entry, most))) return { entry }
        const { taken, entries } = await read(day)
        const standing = entries[name]
        if (standing) return { entry: standing }
        const spent = above(taken, entry.adds, most)
        if (spent.length > 0) return { spent }
      }
      throw new Error(`The budget of ${day} is written by too many at once.`)
    },
    keep: async (day, name, by) => void (await update(day, leaving(name, by))),
    undo: async (day, name, { by, adds }) => void (await update(day, leaving(name, by, adds))),
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

const entering = (day: string, name: string, entry: Entry, most: Amounts): Change => {
  const { names, values, add } = adding(entry.adds)
  const limits = Object.keys(most)
  return {
    UpdateExpression: `SET #entry = :entry, expiresAt = :expiresAt${add}`,
    ConditionExpression: [
      'attribute_not_exists(#entry)',
      ...limits.map((counter, at) =>
        room(counter, entry.adds, most) < 0
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
      ':expiresAt': Date.parse(day) / 1000 + KEEP_SECONDS,
      ...Object.fromEntries(
        limits.map((counter, at) => [`:l${at}`, room(counter, entry.adds, most)]),
      ),
    },
  }
}

const leaving = (name: string, by: string, adds: Amounts = {}): Change => {
  const { names, values, add } = adding(
    Object.fromEntries(Object.entries(adds).map(([counter, amount]) => [counter, -amount])),
  )
  return {
    UpdateExpression: `REMOVE #entry${add}`,
    ConditionExpression: '#entry.#by = :by',
    ExpressionAttributeNames: { ...names, '#entry': ENTRY + name, '#by': 'by' },
    ExpressionAttributeValues: { ...values, ':by': by },
  }
}

const adding = (adds: Amounts) => {
  const amounts = Object.entries(adds)
  return {
    names: Object.fromEntries(amounts.map(([counter], at) => [`#c${at}`, COUNTER + counter])),
    values: Object.fromEntries(amounts.map(([, amount], at) => [`:c${at}`, amount])),
    add: amounts.length > 0 ? ` ADD ${amounts.map((_, at) => `#c${at} :c${at}`).join(', ')}` : '',
  }
}

/** The attributes of an item whose names have this beginning, by the rest of their names. */
const having = <T>(beginning: string, item: Record<string, unknown>): Record<string, T> =>
  Object.fromEntries(
    Object.entries(item)
      .filter(([name]) => name.startsWith(beginning))
      .map(([name, value]) => [name.slice(beginning.length), value as T]),
  )

const dayId = (day: string): string => `budget#${day}`
