import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { asDamagedError } from '../state/damaged.ts'
import { type ConsumerShares, createConsumerShares } from './consumer-shares.ts'
import { createLongPolls, type LongPolls } from './long-polls.ts'
import { QueueAttributes } from './queue-attributes.ts'

const SCHEMA = `
CREATE TABLE IF NOT EXISTS queues (name TEXT PRIMARY KEY, attributes TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, queue TEXT NOT NULL, body TEXT NOT NULL,
  attributes TEXT NOT NULL, sent INTEGER NOT NULL, expires INTEGER NOT NULL, visible INTEGER NOT NULL,
  receives INTEGER NOT NULL DEFAULT 0, first_received INTEGER, receipt TEXT, held INTEGER NOT NULL DEFAULT 0,
  origin TEXT, message_group TEXT
);
CREATE INDEX IF NOT EXISTS messages_visible ON messages (queue, visible);
CREATE INDEX IF NOT EXISTS messages_receipt ON messages (receipt);
CREATE INDEX IF NOT EXISTS messages_expires ON messages (queue, expires);
`

/** Columns that a folder of an earlier version may lack. */
const LATER_COLUMNS = ['origin', 'message_group']
const GROUP_INDEX =
  'CREATE INDEX IF NOT EXISTS messages_group ON messages (queue, message_group, visible)'

/** The settings of a queue; `created` in epoch milliseconds. */
export type Queue = { readonly attributes: QueueAttributes; readonly created: number }

/** The prepared statements of the tables. */
type MessageStatements = ReturnType<typeof prepareStatements>

/** The queues and messages of a folder, as the store's functions share them. */
export type QueueDatabase = {
  readonly database: DatabaseSync
  readonly statements: MessageStatements
  readonly longPolls: LongPolls
  readonly shares: ConsumerShares
  readonly queues: Map<string, Queue>
  readonly clock: () => number
}

/** Opens the database stored in `folder`. */
export function openQueueDatabase(folder: string, clock: () => number): QueueDatabase {
  const database = openMessageTable(folder)
  const statements = prepareStatements(database)
  const queues = new Map<string, Queue>()
  for (const row of statements.queues.all()) {
    const attributes = QueueAttributes.parse(JSON.parse(String(row['attributes'])))
    queues.set(String(row['name']), { attributes, created: Number(row['created']) })
  }
  const longPolls = createLongPolls(clock)
  return { database, statements, longPolls, shares: createConsumerShares(clock), queues, clock }
}

/** The queue of that name. @throws Error when there is none: callers look it up first */
export function requireQueue(db: QueueDatabase, name: string): Queue {
  const queue = db.queues.get(name)
  if (!queue) throw new Error(`There is no queue ${name}`)
  return queue
}

/**
 * Opens the queues and messages stored in `folder`. A committed write survives the death of the process. Messages
 * that were in flight when the last process ended become visible at once, because no receiver can still be working on
 * them.
 */
export function openMessageTable(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'sqs.db')
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    database.exec(SCHEMA)
    addColumns(database)
    database.exec(GROUP_INDEX)
    database.exec('UPDATE messages SET visible = 0, held = 0 WHERE held = 1')
    return database
  } catch (error) {
    database.close()
    throw asDamagedError(file, error)
  }
}

function addColumns(database: DatabaseSync): void {
  const columns = database.prepare('PRAGMA table_info(messages)').all()
  for (const column of LATER_COLUMNS) {
    if (columns.some(({ name }) => name === column)) continue
    database.exec(`ALTER TABLE messages ADD COLUMN ${column} TEXT`)
  }
}

/**
 * The statements of a message table, prepared once. A plus keeps SQLite from looking for a receipt among all messages
 * of its queue, of which it guesses that there are few (Query Planner, "Disqualifying WHERE clause terms").
 */
function prepareStatements(database: DatabaseSync) {
  return {
    putQueue: database.prepare(
      `INSERT INTO queues (name, attributes, created) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET attributes = excluded.attributes`,
    ),
    queues: database.prepare('SELECT name, attributes, created FROM queues ORDER BY name'),
    insert: database.prepare(
      `INSERT INTO messages (id, queue, body, attributes, sent, expires, visible, message_group)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    nextQuiet: database.prepare(
      `SELECT * FROM messages WHERE queue = ? AND visible <= ? AND
       (message_group IS NULL OR message_group NOT IN (SELECT value FROM json_each(?)))
       ORDER BY visible, seq LIMIT ?`,
    ),
    nextOfGroup: database.prepare(
      `SELECT * FROM messages WHERE queue = ? AND visible <= ? AND message_group = ?
       ORDER BY visible, seq LIMIT ?`,
    ),
    anyOfGroup: database.prepare(
      'SELECT 1 FROM messages WHERE queue = ? AND message_group = ? LIMIT 1',
    ),
    nextVisible: database.prepare('SELECT MIN(visible) AS at FROM messages WHERE queue = ?'),
    take: database.prepare(
      `UPDATE messages SET receives = receives + 1, first_received = COALESCE(first_received, ?),
       receipt = ?, visible = ?, held = 1 WHERE seq = ?`,
    ),
    moveToDeadLetters: database.prepare(
      `UPDATE messages SET origin = queue, queue = ?, receives = 0, receipt = NULL, held = 0,
       visible = ? WHERE seq = ?`,
    ),
    waiting: database.prepare(
      'SELECT COUNT(*) AS count FROM messages WHERE queue = ? AND visible <= ?',
    ),
    sentBefore: database.prepare(
      `SELECT seq, origin FROM messages WHERE queue = ? AND visible <= ? AND visible <= ?
       ORDER BY visible, seq LIMIT ?`,
    ),
    moveOut: database.prepare(
      `UPDATE messages SET queue = ?, id = ?, sent = ?, expires = ?, visible = ?, receives = 0,
       first_received = NULL, receipt = NULL, held = 0, origin = NULL WHERE seq = ?`,
    ),
    remove: database.prepare('DELETE FROM messages WHERE receipt = ? AND +queue = ?'),
    changeVisibility: database.prepare(
      'UPDATE messages SET visible = ?, held = 0 WHERE receipt = ? AND +queue = ? AND +visible > ?',
    ),
    markFailed: database.prepare('UPDATE messages SET held = 0 WHERE receipt = ?'),
    expire: database.prepare('DELETE FROM messages WHERE queue = ? AND expires <= ?'),
    purge: database.prepare('DELETE FROM messages WHERE queue = ?'),
    oldest: database.prepare(
      'SELECT MIN(sent) AS sent FROM messages WHERE queue = ? AND receives < 3',
    ),
    count: database.prepare(
      `SELECT COALESCE(SUM(visible <= ?), 0) AS ready,
       COALESCE(SUM(visible > ? AND receipt IS NOT NULL), 0) AS in_flight,
       COALESCE(SUM(visible > ? AND receipt IS NULL), 0) AS delayed FROM messages WHERE queue = ?`,
    ),
  }
}
