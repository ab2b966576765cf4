import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { asDamagedError } from '../state/damaged.ts'
import { type Metric, metricKey, type PutMetric, type Series, type Window } from './metric.ts'
import { type Aggregate, addAggregate, statisticOf } from './statistic.ts'

/** The metrics of a local run, a value for each minute. They outlive a restart. */
export type MetricStore = {
  readonly put: PutMetric
  /** The values of a metric in the periods of a window; a period without any is missing. */
  read(metric: Metric, window: Window, statistic: string): Series
  /** Writes what is still in memory and closes the file. */
  close(): void
}

const MINUTE_MS = 60_000
/** Values in memory are written this often; a process that is killed loses as much. */
const FLUSH_MS = 5_000
/** The longest period of an alarm is a day. */
const KEPT_MS = 3 * 86_400_000

const SCHEMA = `
CREATE TABLE IF NOT EXISTS points (
  metric TEXT NOT NULL, minute INTEGER NOT NULL, count INTEGER NOT NULL, sum REAL NOT NULL,
  min REAL NOT NULL, max REAL NOT NULL, PRIMARY KEY (metric, minute)
) WITHOUT ROWID`

/**
 * Opens the metrics stored in `folder`.
 * @throws DamagedError when the file is no database
 */
export function openMetricStore(folder: string, clock: () => number = Date.now): MetricStore {
  const database = openDatabase(folder)
  const statements = prepareStatements(database)
  const waiting = new Map<string, Map<number, Aggregate>>()

  const flush = (): void => {
    if (waiting.size === 0 || !database.isOpen) return
    database.exec('BEGIN')
    for (const [key, minutes] of waiting) {
      for (const [minute, { count, sum, min, max }] of minutes) {
        statements.add.run(key, minute, count, sum, min, max)
      }
    }
    statements.forget.run(clock() - KEPT_MS)
    database.exec('COMMIT')
    waiting.clear()
  }
  const timer = setInterval(flush, FLUSH_MS).unref()

  return {
    put: (metric, value, at = clock()) => {
      if (!Number.isFinite(value)) return
      const key = metricKey(metric)
      const minutes = waiting.get(key) ?? new Map<number, Aggregate>()
      waiting.set(key, minutes)
      const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS
      const found = minutes.get(minute)
      const one = { count: 1, sum: value, min: value, max: value }
      if (found) addAggregate(found, one)
      else minutes.set(minute, one)
    },
    read: (metric, window, statistic) => {
      flush()
      return readSeries(statements, metricKey(metric), window, statistic)
    },
    close: () => {
      clearInterval(timer)
      flush()
      if (database.isOpen) database.close()
    },
  }
}

function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'metrics.db')
  const database = new DatabaseSync(file)
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    database.exec(SCHEMA)
    return database
  } catch (error) {
    database.close()
    throw asDamagedError(file, error)
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    add: database.prepare(
      `INSERT INTO points VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (metric, minute) DO UPDATE SET
       count = count + excluded.count, sum = sum + excluded.sum,
       min = MIN(min, excluded.min), max = MAX(max, excluded.max)`,
    ),
    range: database.prepare(
      'SELECT minute, count, sum, min, max FROM points WHERE metric = ? AND minute >= ? AND minute < ?',
    ),
    forget: database.prepare('DELETE FROM points WHERE minute < ?'),
  }
}

function readSeries(
  { range }: ReturnType<typeof prepareStatements>,
  key: string,
  { starts, periodMs }: Window,
  statistic: string,
): Series {
  const [first = 0] = starts
  const value = statisticOf(statistic)
  const periods = new Map<number, Aggregate>()
  for (const row of range.all(key, first, first + starts.length * periodMs)) {
    const { minute, ...aggregate } = row as Aggregate & { minute: number }
    const start = first + Math.floor((minute - first) / periodMs) * periodMs
    const found = periods.get(start)
    if (found) addAggregate(found, aggregate)
    else periods.set(start, aggregate)
  }
  return new Map([...periods].map(([start, aggregate]) => [start, value(aggregate)]))
}
