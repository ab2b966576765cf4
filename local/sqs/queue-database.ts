import type { DatabaseSync } from 'node:sqlite'
import { createLongPolls, type LongPolls } from './long-polls.ts'
import { type MessageStatements, messageStatements } from './message-statements.ts'
import { openMessageTable } from './open-message-table.ts'
import { QueueAttributes } from './queue-attributes.ts'

/** The settings of a queue; `created` in epoch milliseconds. */
export type Queue = { readonly attributes: QueueAttributes; readonly created: number }

/** The queues and messages of a folder, as the store's functions share them. */
export type QueueDatabase = {
  readonly database: DatabaseSync
  readonly statements: MessageStatements
  readonly longPolls: LongPolls
  readonly queues: Map<string, Queue>
  readonly clock: () => number
}

/** Opens the database stored in `folder`. */
export function openQueueDatabase(folder: string, clock: () => number): QueueDatabase {
  const database = openMessageTable(folder)
  const run = messageStatements(database)
  const queues = new Map<string, Queue>()
  for (const row of run.queues.all()) {
    const attributes = QueueAttributes.parse(JSON.parse(String(row['attributes'])))
    queues.set(String(row['name']), { attributes, created: Number(row['created']) })
  }
  return { database, statements: run, longPolls: createLongPolls(clock), queues, clock }
}

/** The queue of that name. @throws Error when there is none: callers look it up first */
export function requireQueue(shelf: QueueDatabase, name: string): Queue {
  const queue = shelf.queues.get(name)
  if (!queue) throw new Error(`There is no queue ${name}`)
  return queue
}
