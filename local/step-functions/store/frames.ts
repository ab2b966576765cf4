import type { Json } from '../json.ts'
import type { Database } from './open-database.ts'

/**
 * The position of one flow of states: the root of an execution, one branch of a Parallel or one iteration of a Map.
 * It holds all that is needed to continue after a kill, so it is written together with the history events that led to
 * it.
 */
export type Frame = {
  /** The current state, or the one about to be entered. */
  state: string
  input: Json
  /** Variables of this scope. Those of outer scopes are in the frames above. */
  variables: { [name: string]: Json }
  /** When the state was entered; null before that. */
  enteredAt: string | null
  /** How often each retrier of the state was used, in the order of its Retry list. */
  retries: number[]
  retryCount: number
  /** When a Wait or the pause before a retry ends, in milliseconds since the epoch. */
  wakeAt: number | null
  /** The open task token of a callback state, and whether its function has answered. */
  token: string | null
  submitted: boolean
  /**
   * The items of a Map or the inputs of the branches of a Parallel, once it has started; the ARN of a distributed
   * map's run.
   */
  items: Json[] | null
  /** Id of the newest event of this flow. */
  lastEvent: number
  /** The outcome of the flow; null while it runs. */
  outcome: { output: Json } | { error: string; cause: string } | null
}

// Paths consist of digits and slashes. '0' follows '/' in ASCII, so it ends the range of everything below a path.
function below(path: string): [string, string] {
  return [`${path}/`, `${path}0`]
}

/**
 * The frames by execution and path: `` for the root, `/2` for its third child, `/2/0` for the first child of that.
 */
export function frameStore(db: Database) {
  return {
    save: (execution: number, path: string, frame: Frame): number =>
      db.run(
        `INSERT INTO frames (execution, path, body) VALUES (?, ?, ?)
       ON CONFLICT (execution, path) DO UPDATE SET body = excluded.body`,
        execution,
        path,
        JSON.stringify(frame),
      ),
    all: (execution: number): Map<string, Frame> =>
      new Map(
        db
          .all('SELECT path, body FROM frames WHERE execution = ?', execution)
          .map((row) => [String(row['path']), JSON.parse(String(row['body'])) as Frame]),
      ),
    dropBelow: (execution: number, path: string): number =>
      db.run(
        'DELETE FROM frames WHERE execution = ? AND path >= ? AND path < ?',
        execution,
        ...below(path),
      ),
    drop: (execution: number): number =>
      db.run('DELETE FROM frames WHERE execution = ?', execution),
  }
}

/** The frame of a flow that is about to enter its first state. */
export function newFrame(state: string, input: Json, lastEvent: number): Frame {
  return {
    state,
    input,
    variables: {},
    enteredAt: null,
    retries: [],
    retryCount: 0,
    wakeAt: null,
    token: null,
    submitted: false,
    items: null,
    lastEvent,
    outcome: null,
  }
}
