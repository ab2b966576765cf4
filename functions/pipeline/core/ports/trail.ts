import type { Charge } from '../../../../catalog/costs/charge.ts'
import type { Prepared, PreparedEach, RestoredFile } from './prepared.ts'

/**
 * What the workflow recorded of a job: its steps with their targets and tasks, every state it left, and whom the
 * detection of a step found whose effect did not come to its end.
 */
export type Trail = { steps: TrailStep[]; states: TrailState[]; unfinished?: UnfinishedStep }

/** `step` is the index of the step in the recipe, from 0; `detection` the id of its detection task. */
export type UnfinishedStep = Pick<TrailStep, 'found' | 'prepared'> & {
  step: number
  detection: string
}

/**
 * Whom a detection found, at most twenty: `[left, top, width, height]` in whole pixels of an upright picture or video
 * of this size, in the order of the service's indices.
 */
export type FoundBoxes = { width: number; height: number; boxes: number[][] }

/**
 * One step of the recipe. `detection` is the id of the detection task, null where none was needed. `prepared` is
 * present where the step's source went through Prepare.
 */
export type TrailStep = {
  feature: string
  detection: string | null
  tasks: TrailTask[]
  /** Absent where nobody was found or had to be, and in records of earlier releases. */
  found?: FoundBoxes
  prepared?: Prepared | PreparedEach
  /** The results at the size of their source, where they were put back into it. */
  restored?: { files: RestoredFile[] }
}

/** One effect task of a step, or the failure that prevented it. */
export type TrailTask = {
  /** Zero-based index of the person. */
  index: number
  /** The detection task in the picture of this person's own, where there was one; null where none was needed. */
  detection?: string | null
  /** Why this person was chosen, for example `largest of 2`. */
  why?: string
  taskId?: string
  status?: 'success' | 'error'
  /** The engine's version; null where the service does not report it. */
  engine?: string | null
  /** What the task was charged; null where the service does not report it. */
  charge?: Charge | null
  failure?: { Error?: string; Cause?: string }
  /** The state that failed; absent in older records. */
  failedIn?: string
  /** Milliseconds the state waited for the task. */
  ms?: number
  /** How often the state was retried. */
  retries?: number
}

/** One state the execution left: milliseconds from entry to exit, and how often it was retried. */
export type TrailState = { state: string; ms: number; retries: number }

/** The trail of a job that never entered a state. */
export const NO_TRAIL: Trail = { steps: [], states: [] }
