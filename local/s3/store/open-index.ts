import { type FileHandle, open } from 'node:fs/promises'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { asDamagedError } from '../../state/damaged.ts'
import { coalesceSync } from './coalesce-sync.ts'

/**
 * `version.seq` orders everything ever written, across restarts and deletions (AUTOINCREMENT), so it also serves as
 * the sequencer. Keys are BLOBs, because they compare byte by byte, the order in which S3 lists, and may hold any
 * character. A `segment` is a run of an object's bytes in one body file; a multipart object has one for each part.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS bucket (
  name TEXT PRIMARY KEY, created INTEGER NOT NULL, versioning TEXT, notify INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS version (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, bucket TEXT NOT NULL, key BLOB NOT NULL,
  id TEXT NOT NULL, latest INTEGER NOT NULL, marker INTEGER NOT NULL, size INTEGER NOT NULL,
  etag TEXT NOT NULL, modified INTEGER NOT NULL, headers TEXT NOT NULL, tags TEXT NOT NULL,
  checksum TEXT
) STRICT;
CREATE UNIQUE INDEX IF NOT EXISTS version_id ON version (bucket, key, id);
CREATE INDEX IF NOT EXISTS version_order ON version (bucket, key, seq DESC);
CREATE UNIQUE INDEX IF NOT EXISTS version_latest ON version (bucket, key) WHERE latest = 1;
CREATE TABLE IF NOT EXISTS segment (
  seq INTEGER NOT NULL, number INTEGER NOT NULL, body TEXT NOT NULL, size INTEGER NOT NULL,
  PRIMARY KEY (seq, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS upload (
  id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key BLOB NOT NULL, created INTEGER NOT NULL,
  headers TEXT NOT NULL, tags TEXT NOT NULL, algorithm TEXT, checksum_type TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS upload_key ON upload (bucket, key, id);
CREATE TABLE IF NOT EXISTS part (
  upload TEXT NOT NULL, number INTEGER NOT NULL, body TEXT, size INTEGER NOT NULL,
  etag TEXT NOT NULL, checksum TEXT, modified INTEGER NOT NULL, PRIMARY KEY (upload, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS segment_body ON segment (body);
CREATE INDEX IF NOT EXISTS part_body ON part (body);
CREATE TABLE IF NOT EXISTS completion (
  upload TEXT PRIMARY KEY, bucket TEXT NOT NULL, key BLOB NOT NULL, completion TEXT NOT NULL,
  ended INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS completion_ended ON completion (ended);
CREATE TABLE IF NOT EXISTS outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, event TEXT NOT NULL
) STRICT;
`

/** The tables of the endpoint. Every call is synchronous, so transactions cannot interleave. */
export type Index = {
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[]
  /** Rows one at a time, for a walk that may stop early. */
  each<Row>(sql: string, ...values: SQLInputValue[]): Iterable<Row>
  one<Row>(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Runs a write and returns the id of the row that it inserted. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Runs `work` as one transaction, which survives the death of the process once this returns. */
  transaction<T>(work: () => T): T
  /** Waits until every transaction so far would also survive a power cut. */
  flush(): Promise<void>
  close(): void
}

/**
 * Opens the index. SQLite does not wait for the disk (synchronous=NORMAL), because that would block this process for
 * 8 ms a write. `flush` syncs its log beside other work instead, for several writes at once.
 *
 * The index is locked for this process, because a second endpoint on the same directory would take the first one's
 * unfinished uploads for leftovers.
 *
 * @throws Error when another process holds it.
 */
export function openIndex(file: string): Index {
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = NORMAL')
    database.exec(`BEGIN IMMEDIATE; ${SCHEMA} COMMIT`)
  } catch (cause) {
    database.close()
    const told = asDamagedError(file, cause)
    if (told !== cause) throw told
    throw new Error('The S3 data directory cannot be opened; is another process using it?', {
      cause,
    })
  }
  return createIndex(database, file)
}

function createIndex(database: DatabaseSync, file: string): Index {
  let log: FileHandle | undefined
  const flush = coalesceSync(async () => {
    // A failed open is not kept: the next write asks again.
    log ??= await open(`${file}-wal`, 'r+')
    await log.datasync()
  })
  const statements = new Map<string, StatementSync>()
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }
  return {
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
    // Each walk has its own statement, because two walks over one statement would reset each other.
    each: <Row>(sql: string, ...values: SQLInputValue[]) =>
      database.prepare(sql).iterate(...values) as Iterable<Row>,
    one: <Row>(sql: string, ...values: SQLInputValue[]) =>
      prepare(sql).get(...values) as Row | undefined,
    run: (sql, ...values) => Number(prepare(sql).run(...values).lastInsertRowid),
    transaction: (work) => {
      database.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        database.exec('COMMIT')
        return result
      } catch (error) {
        // A commit that found no room may have been rolled back already.
        if (database.isTransaction) database.exec('ROLLBACK')
        throw error
      }
    },
    flush,
    close: () => {
      log?.close().catch(() => undefined)
      database.close()
    },
  }
}
