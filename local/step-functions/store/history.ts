import type { Database } from './open-database.ts'

/** One event of a history. `details` is the JSON of the event's details, `{}` when it has none. */
export type EventRow = { id: number; type: string; at: number; previous: number; details: string }

/** The history of every execution; ids count from 1. */
export function historyStore(db: Database) {
  return {
    add: (execution: number, event: EventRow): number =>
      db.run(
        'INSERT INTO events (execution, id, type, at, previous, details) VALUES (?, ?, ?, ?, ?, ?)',
        execution,
        event.id,
        event.type,
        event.at,
        event.previous,
        event.details,
      ),
    last: (execution: number): number =>
      Number(db.get('SELECT max(id) AS last FROM events WHERE execution = ?', execution)?.['last']),
    /** `count` events from id `from`, upwards or downwards. */
    page: (execution: number, from: number, count: number, reverse: boolean): EventRow[] =>
      db.all(
        `SELECT id, type, at, previous, details FROM events WHERE execution = ? AND id ${
          reverse ? '<= ? ORDER BY id DESC' : '>= ? ORDER BY id'
        } LIMIT ?`,
        execution,
        from,
        count,
      ) as EventRow[],
  }
}
