import type { Json } from '../json.ts'
import type { Database } from './open-database.ts'

/**
 * Where one flow of states stands: the root of an execution, one branch of a Parallel or one iteration of a Map. It is all
 * that is needed to go on after a kill, so it is written with the history events that brought it there.
 */
export type Frame = {
  /** The state it is in, or is about to enter. */
  state: string
  input: Json
  /** Variables of this scope; those of outer scopes are in the frames above. */
  variables: { [name: string]: Json }
  /** When the state was entered; null when that is still to come. */
  enteredAt: string | null
  /** How often each retrier of the state was used, in the order of its Retry list. */
  retries: number[]
  retryCount: number
  /** When a Wait or the pause before a retry ends. */
  wakeAt: number | null
  /** The open task token of a callback state, and whether its function has answered. */
  token: string | null
  submitted: boolean
  /** The items of the Map it is in, or the inputs of the branches of the Parallel, once that has begun. */
  items: Json[] | null
  /** Number of the newest event of this flow. */
  lastEvent: number
  /** What it ended with. */
  outcome: { output: Json } | { error: string; cause: string } | null
}

// Paths are made of digits and slashes, so '0' (the character after '/') ends the range of everything below one.
function below(path: string): [string, string] {
  return [`${path}/`, `${path}0`]
}

/** Frames by execution and path: `` for the root, `/2` for its third child, `/2/0` for the first child of that. */
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
