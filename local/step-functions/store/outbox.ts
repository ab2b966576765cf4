import type { Database } from './open-database.ts'

/** A message to be delivered at least once. `due` is in milliseconds since the epoch. */
export type OutboxRow = { id: number; body: string; attempts: number; due: number }

/** The messages, each written in the transaction it reports and kept until it was delivered. */
export function outboxStore(db: Database) {
  return {
    add: (body: string, due: number): number =>
      db.run('INSERT INTO outbox (body, due) VALUES (?, ?)', body, due),
    due: (now: number): OutboxRow | undefined =>
      db.get('SELECT * FROM outbox WHERE due <= ? ORDER BY id LIMIT 1', now) as
        | OutboxRow
        | undefined,
    nextDue: (): number | null => {
      const next = db.get('SELECT min(due) AS next FROM outbox')?.['next']
      return typeof next === 'number' ? next : null
    },
    delivered: (id: number): number => db.run('DELETE FROM outbox WHERE id = ?', id),
    postpone: (id: number, due: number): number =>
      db.run('UPDATE outbox SET attempts = attempts + 1, due = ? WHERE id = ?', due, id),
  }
}
