import { createHash } from 'node:crypto'
import type { Database } from './open-database.ts'

/** A state machine as it is kept; `definition` is the hash of its text. */
export type MachineRow = { arn: string; name: string; definition: string; created: number }

function hashOf(body: string): string {
  return createHash('sha256').update(body).digest('hex')
}

const columns = 'arn, name, definition, created'

/** State machines and every definition an execution still needs, by the hash of its text. */
export function machineStore(db: Database) {
  return {
    /** Creates a machine or gives an existing one a new definition; running executions keep the one they began with. */
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
    /** Keeps a definition that no machine needs to have, and gives its hash. */
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
    /** In the order of their names. */
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
