import type { Database } from './open-database.ts'

/** The status of an execution, as the API names it. */
export type ExecutionStatus = 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'TIMED_OUT' | 'ABORTED'

/** A stored execution. Times in milliseconds since the epoch, `input` and `output` as JSON text. */
export type ExecutionRow = {
  id: number
  arn: string
  machine: string
  name: string
  definition: string
  status: ExecutionStatus
  started: number
  stopped: number | null
  input: string
  output: string | null
  error: string | null
  cause: string | null
  redrives: number
  redriven: number | null
}

/** How an execution ended. */
export type Ending = {
  status: Exclude<ExecutionStatus, 'RUNNING'>
  output?: string
  error?: string
  cause?: string
}

type Page = { machine: string; status?: ExecutionStatus; limit: number; before: number }

const select = 'SELECT * FROM executions'

/** The executions, running and ended. */
export function executionStore(db: Database) {
  return {
    add: (
      row: Pick<ExecutionRow, 'arn' | 'machine' | 'name' | 'definition' | 'started' | 'input'>,
    ): number =>
      db.run(
        `INSERT INTO executions (arn, machine, name, definition, status, started, input)
       VALUES (?, ?, ?, ?, 'RUNNING', ?, ?)`,
        row.arn,
        row.machine,
        row.name,
        row.definition,
        row.started,
        row.input,
      ),
    end(id: number, stopped: number, ending: Ending): void {
      const { status, output = null, error = null, cause = null } = ending
      db.run(
        `UPDATE executions SET status = ?, stopped = ?, output = ?, error = ?, cause = ?
       WHERE id = ? AND status = 'RUNNING'`,
        status,
        stopped,
        output,
        error,
        cause,
        id,
      )
    },
    redrive: (id: number, now: number): number =>
      db.run(
        `UPDATE executions SET status = 'RUNNING', stopped = NULL, error = NULL, cause = NULL,
       redrives = redrives + 1, redriven = ? WHERE id = ?`,
        now,
        id,
      ),
    find: (arn: string): ExecutionRow | undefined =>
      db.get(`${select} WHERE arn = ?`, arn) as ExecutionRow | undefined,
    byId: (id: number): ExecutionRow | undefined =>
      db.get(`${select} WHERE id = ?`, id) as ExecutionRow | undefined,
    running: (): ExecutionRow[] =>
      db.all(`${select} WHERE status = 'RUNNING' ORDER BY id`) as ExecutionRow[],
    /** Newest first, those with an id below `before`. */
    page: ({ machine, status, limit, before }: Page): ExecutionRow[] =>
      (status === undefined
        ? db.all(
            `${select} WHERE machine = ? AND id < ? ORDER BY id DESC LIMIT ?`,
            machine,
            before,
            limit,
          )
        : db.all(
            `${select} WHERE status = ? AND machine = ? AND id < ? ORDER BY id DESC LIMIT ?`,
            status,
            machine,
            before,
            limit,
          )) as ExecutionRow[],
  }
}
