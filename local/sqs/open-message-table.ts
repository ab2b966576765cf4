import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { asDamagedError } from '../state/damaged.ts'

const SCHEMA = `
CREATE TABLE IF NOT EXISTS queues (name TEXT PRIMARY KEY, attributes TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL, queue TEXT NOT NULL, body TEXT NOT NULL,
  attributes TEXT NOT NULL, sent INTEGER NOT NULL, expires INTEGER NOT NULL, visible INTEGER NOT NULL,
  receives INTEGER NOT NULL DEFAULT 0, first_received INTEGER, receipt TEXT, held INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS messages_visible ON messages (queue, visible);
CREATE INDEX IF NOT EXISTS messages_receipt ON messages (receipt);
`

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
    database.exec('UPDATE messages SET visible = 0, held = 0 WHERE held = 1')
    return database
  } catch (error) {
    database.close()
    throw asDamagedError(file, error)
  }
}
