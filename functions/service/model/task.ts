import type { FailureCode } from '../../../catalog/failures.ts'
import type { Stage, ValidTask } from '../../../catalog/feature.ts'
import type { GrantShares } from './credit-grant.ts'

/** One task as it is stored. `success` and `error` are terminal: the item's outcome never changes again. */
export type Task = {
  /** 64 or more of `A–Z a–z 0–9 - _`. */
  id: string
  account: string
  feature: string
  stage: Stage
  status: 'running' | 'success' | 'error'
  files: ValidTask['files']
  parameters: Record<string, unknown>
  /** The request that created it, by which everything that is logged of it is found. */
  requestId?: string
  /** What that request was correlated by, by its header `x-correlation-id`. */
  correlationId?: string
  /** Units set aside for it, the most a success can cost; once it has succeeded, what it cost. */
  units: number
  /** Which reservation of units belongs to this task; absent when it costs nothing. */
  reservation?: string
  /** Which lots the units set aside were taken from. */
  lots?: GrantShares
  /** Epoch seconds. */
  createdAt: number
  /** Epoch seconds at which the table forgets the task. */
  expiresAt: number
  /** Epoch seconds; present when the task is terminal. */
  finishedAt?: number
  /** Epoch seconds; present when the client had the task and its files deleted. */
  deletedAt?: number
  results?: TaskResults
  error?: FailureCode
  errorMessage?: string
}

/** What a successful task gave: plain values, and under `objects` the keys of files, which clients get as URLs. */
export type TaskResults = {
  values: Record<string, unknown>
  objects: Record<string, string>
}

/** How a task ended. */
export type TaskOutcome =
  | {
      status: 'success'
      results: TaskResults /** What it cost, where that may be less than was set aside. */
      units?: number
    }
  | { status: 'error'; error: FailureCode; errorMessage: string }

/** Days after which tasks, uploads, results and deliveries are forgotten. */
export const RETENTION_DAYS = 30

/** Epoch seconds at which something made at `now` (ms) is forgotten. */
export function expiryOf(now: number): number {
  return Math.floor(now / 1000) + RETENTION_DAYS * 86_400
}
