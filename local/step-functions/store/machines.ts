import { createHash } from 'node:crypto'
import type { Database } from './open-database.ts'

/** A stored state machine. `definition` is the hash of its text. */
export type MachineRow = { arn: string; name: string; definition: string; created: number }

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

const columns = 'arn, name, definition, created'

/** The state machines, and by the hash of its text every definition that an execution still needs. */
export function machineStore(db: Database) {
  return {
    /**
     * Creates a state machine or gives an existing one a new definition. Running executions keep the one they started
     * with.
     */
    save(arn: string, name: string, body: string, now: number): MachineRow {
      const definition = hashOf(body)
      return db.transaction(() => {
        this.keep(body)
        db.run(
          `INSERT INTO machines (${columns}) VALUES (?, ?, ?, ?)
         ON CONFLICT (arn) DO UPDATE SET definition = excluded.definition`,
          arn,
          name,
          definition,
          now,
        )
        return this.find(arn)!
      })
    },
    /** Stores a definition without a state machine and returns its hash. */
    keep(body: string): string {
      const hash = hashOf(body)
      db.run(
        'INSERT INTO definitions (hash, body) VALUES (?, ?) ON CONFLICT DO NOTHING',
        hash,
        body,
      )
      return hash
    },
    find: (arn: string): MachineRow | undefined =>
      db.get(`SELECT ${columns} FROM machines WHERE arn = ?`, arn) as MachineRow | undefined,
    /** Ordered by name. */
    list: (limit: number, after: string): MachineRow[] =>
      db.all(
        `SELECT ${columns} FROM machines WHERE name > ? ORDER BY name LIMIT ?`,
        after,
        limit,
      ) as MachineRow[],
    body: (hash: string): string =>
      String(db.get('SELECT body FROM definitions WHERE hash = ?', hash)?.['body']),
  }
}
