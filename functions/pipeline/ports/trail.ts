import type { Charge } from '../../../catalog/charge.ts'

/** What the workflow noted on the way: per step whom it chose and why, and the tasks; and every state it went through. */
export type Trail = { steps: TrailStep[]; states: TrailState[] }

/** One step of the recipe. `detection` is the task that found the people, null where nobody had to be found. */
export type TrailStep = { feature: string; detection: string | null; tasks: TrailTask[] }

/** One effect task of a step, or why it could not be created. */
export type TrailTask = {
  index: number
  why?: string
  taskId?: string
  status?: 'success' | 'error'
  /** The version of the engine that ended it; null where the service does not say. */
  engine?: string | null
  /** What it was charged; null where the service does not say. */
  charge?: Charge | null
  failure?: { Error?: string; Cause?: string }
  /** How long the state waited for it, and how often it was tried again. */
  ms?: number
  retries?: number
}

/** One state the execution left: milliseconds from its entry to its exit, and how often it was tried again. */
export type TrailState = { state: string; ms: number; retries: number }

/** The trail of a job that never came to a state. */
export const NO_TRAIL: Trail = { steps: [], states: [] }
