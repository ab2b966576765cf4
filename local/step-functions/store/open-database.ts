import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { asDamagedError } from '../../state/damaged.ts'

const schema = `
CREATE TABLE IF NOT EXISTS definitions (hash TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS machines (
  arn TEXT PRIMARY KEY, name TEXT NOT NULL, definition TEXT NOT NULL, created INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS executions (
  id INTEGER PRIMARY KEY, arn TEXT NOT NULL UNIQUE, machine TEXT NOT NULL, name TEXT NOT NULL,
  definition TEXT NOT NULL, status TEXT NOT NULL, started INTEGER NOT NULL, stopped INTEGER,
  input TEXT NOT NULL, output TEXT, error TEXT, cause TEXT,
  redrives INTEGER NOT NULL DEFAULT 0, redriven INTEGER);
CREATE INDEX IF NOT EXISTS executions_of_machine ON executions (machine, id);
CREATE INDEX IF NOT EXISTS executions_by_status ON executions (status, machine, id);
CREATE TABLE IF NOT EXISTS events (
  execution INTEGER NOT NULL, id INTEGER NOT NULL, type TEXT NOT NULL, at INTEGER NOT NULL,
  previous INTEGER NOT NULL, details TEXT NOT NULL, PRIMARY KEY (execution, id));
CREATE TABLE IF NOT EXISTS frames (
  execution INTEGER NOT NULL, path TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (execution, path));
CREATE TABLE IF NOT EXISTS tokens (
  token TEXT PRIMARY KEY, execution INTEGER NOT NULL, path TEXT NOT NULL, open INTEGER NOT NULL,
  timeout_at INTEGER, heartbeat_at INTEGER, heartbeat_ms INTEGER, outcome TEXT);
CREATE INDEX IF NOT EXISTS tokens_of_execution ON tokens (execution, path);
CREATE TABLE IF NOT EXISTS map_runs (
  id INTEGER PRIMARY KEY, arn TEXT NOT NULL UNIQUE, execution INTEGER NOT NULL, machine TEXT NOT NULL,
  definition TEXT NOT NULL, status TEXT NOT NULL, started INTEGER NOT NULL, stopped INTEGER,
  concurrency INTEGER NOT NULL, taken INTEGER NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS map_runs_of_execution ON map_runs (execution, id);
CREATE TABLE IF NOT EXISTS map_children (
  execution INTEGER PRIMARY KEY, map_run INTEGER NOT NULL, items INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS map_children_of_run ON map_children (map_run, execution);
CREATE TABLE IF NOT EXISTS slow_evaluations (
  execution INTEGER PRIMARY KEY, open INTEGER NOT NULL, ended INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, body TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, due INTEGER NOT NULL);
`

/** One row as node:sqlite returns it. */
type Row = Record<string, string | number | null>

/** The database of the interpreter. Statements are prepared once, and there is one transaction at a time. */
export type Database = {
  run(sql: string, ...values: (string | number | null)[]): number
  get(sql: string, ...values: (string | number | null)[]): Row | undefined
  all(sql: string, ...values: (string | number | null)[]): Row[]
  /** Runs `work` completely or not at all. Nested calls join the outer transaction. */
  transaction<T>(work: () => T): T
  close(): void
}

/**
 * Opens or creates `step-functions.sqlite` in a directory, with a write-ahead log and synchronous=NORMAL: a killed
 * process loses nothing that was committed, a power cut may lose the last transactions but never their order. One
 * process holds it, because two would run the same executions.
 */
export function openDatabase(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true })
  const db = new DatabaseSync(join(dataDir, 'step-functions.sqlite'))
  try {
    db.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;',
    )
    db.exec(`BEGIN IMMEDIATE; ${schema} COMMIT`)
  } catch (thrown) {
    db.close()
    const told = asDamagedError(join(dataDir, 'step-functions.sqlite'), thrown)
    if (told !== thrown) throw told
    const { message } = thrown as Error
    throw new Error(`dataDir ${dataDir}: ${message} (only one process may use it at a time)`)
  }
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  const statement = (sql: string) => {
    const found = prepared.get(sql) ?? db.prepare(sql)
    prepared.set(sql, found)
    return found
  }
  return {
    run: (sql, ...values) => Number(statement(sql).run(...values).lastInsertRowid),
    get: (sql, ...values) => statement(sql).get(...values) as Row | undefined,
    all: (sql, ...values) => statement(sql).all(...values) as Row[],
    transaction(work) {
      if (db.isTransaction) return work()
      statement('BEGIN IMMEDIATE').run()
      try {
        const result = work()
        statement('COMMIT').run()
        return result
      } catch (thrown) {
        if (db.isTransaction) statement('ROLLBACK').run()
        throw thrown
      }
    },
    close: () => db.close(),
  }
}
