import type { ExecutionRow, ExecutionStatus } from './executions.ts'
import type { Database } from './open-database.ts'

/** A map run, running or ended. `machine` and `definition` are those of its child executions. */
export type MapRunRow = {
  id: number
  arn: string
  execution: number
  machine: string
  definition: string
  status: Exclude<ExecutionStatus, 'TIMED_OUT'>
  started: number
  stopped: number | null
  concurrency: number
  /** Items given to child executions so far. */
  taken: number
}

/** The child executions of a map run and their items, counted by status. */
export type Tally = { status: ExecutionStatus; executions: number; items: number }

type NewMapRun = Omit<MapRunRow, 'id' | 'status' | 'stopped' | 'taken'>

const children = 'map_children c JOIN executions e ON e.id = c.execution'

/** The map runs and their child executions. */
export function mapRunStore(db: Database) {
  return {
    add: (row: NewMapRun): number =>
      db.run(
        `INSERT INTO map_runs (arn, execution, machine, definition, status, started, concurrency)
       VALUES (?, ?, ?, ?, 'RUNNING', ?, ?)`,
        row.arn,
        row.execution,
        row.machine,
        row.definition,
        row.started,
        row.concurrency,
      ),
    find: (arn: string): MapRunRow | undefined =>
      db.get('SELECT * FROM map_runs WHERE arn = ?', arn) as MapRunRow | undefined,
    ofExecution: (execution: number, limit: number, after: number): MapRunRow[] =>
      db.all(
        'SELECT * FROM map_runs WHERE execution = ? AND id > ? ORDER BY id LIMIT ?',
        execution,
        after,
        limit,
      ) as MapRunRow[],
    /** Records a child and its items as taken. To be called in the transaction that starts the child. */
    addChild(id: number, child: number, items: number): void {
      db.run(
        'INSERT INTO map_children (execution, map_run, items) VALUES (?, ?, ?)',
        child,
        id,
        items,
      )
      db.run('UPDATE map_runs SET taken = taken + ? WHERE id = ?', items, id)
    },
    move: (id: number, status: MapRunRow['status'], stopped: number | null): number =>
      db.run('UPDATE map_runs SET status = ?, stopped = ? WHERE id = ?', status, stopped, id),
    tally: (id: number): Tally[] =>
      db.all(
        `SELECT e.status, count(*) AS executions, sum(c.items) AS items FROM ${children}
       WHERE c.map_run = ? GROUP BY e.status`,
        id,
      ) as Tally[],
    /** The items and the status of one child. */
    child: (execution: number): { items: number; status: ExecutionStatus } | undefined =>
      db.get(`SELECT c.items, e.status FROM ${children} WHERE c.execution = ?`, execution) as
        | { items: number; status: ExecutionStatus }
        | undefined,
    /** Children in the order they were started, those with an id above `after`. */
    page: (id: number, limit: number, after: number, status?: ExecutionStatus): ExecutionRow[] =>
      db.all(
        `SELECT e.* FROM ${children} WHERE c.map_run = ? AND c.execution > ? AND e.status = coalesce(?, e.status)
       ORDER BY c.execution LIMIT ?`,
        id,
        after,
        status ?? null,
        limit,
      ) as ExecutionRow[],
    /** The status of the execution that a child belongs to; undefined for an execution that is no child. */
    parentStatus: (child: number): ExecutionStatus | undefined =>
      db.get(
        `SELECT e.status FROM map_children c JOIN map_runs m ON m.id = c.map_run
       JOIN executions e ON e.id = m.execution WHERE c.execution = ?`,
        child,
      )?.['status'] as ExecutionStatus | undefined,
  }
}
