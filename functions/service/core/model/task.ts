import { randomBytes } from 'node:crypto'
import type { Charge } from '../../../../catalog/costs/charge.ts'
import type { Compute } from '../../../../catalog/costs/compute.ts'
import type { ModelUse } from '../../../../catalog/costs/model-use.ts'
import type { FailureCode } from '../../../../catalog/failures/failures.ts'
import type { Stage, ValidTask } from '../../../../catalog/features/feature.ts'
import { findFeature } from '../../../../catalog/features/features.ts'
import type { Generation } from '../../../../catalog/generator/generation.ts'
import { secondsFor } from '../../../../catalog/tasks/units-of.ts'
import type { GrantShares } from './credit-grant.ts'
import type { Lease } from './lease.ts'

/** One task as it is stored. `success` and `error` are terminal: the outcome of the item never changes again. */
export type Task = {
  /** 64 or more of `A–Z a–z 0–9 - _`. */
  id: string
  account: string
  feature: string
  stage: Stage
  status: 'running' | 'success' | 'error'
  files: ValidTask['files']
  parameters: Record<string, unknown>
  /** Id of the request that created the task. Every log line about the task carries it. */
  requestId?: string
  /** The `x-correlation-id` header of that request. */
  correlationId?: string
  /** The name of the key it was created with. */
  keyName?: string
  /** Present where it is one of a batch. */
  batched?: true
  /** Units reserved for the task, the most a success can cost. Once it has succeeded: what it cost. */
  units: number
  /** Id of the task's reservation of units; absent when the task costs nothing. */
  reservation?: string
  /** Present where it costs nothing and is counted among those of its account. */
  isFree?: true
  /** The credit grants that the reserved units were taken from. */
  lots?: GrantShares
  /** Epoch seconds. */
  createdAt: number
  /** Epoch seconds at which the table may remove the task. */
  expiresAt: number
  /** Epoch seconds at which a worker first began to work on it; absent while it waits. */
  startedAt?: number
  /** Which worker is at it; absent while none is. */
  lease?: Lease
  /** Epoch seconds; present when the task is terminal. */
  finishedAt?: number
  /** Epoch seconds; present when the client deleted the task and its files. */
  deletedAt?: number
  /** What generators did for the task, in all attempts; absent where nothing was generated. */
  generations?: Generation[]
  /** The operator’s model files that it was carried out with; absent where none were used. */
  models?: ModelUse[]
  /** What several workers took that shared a video. */
  compute?: Compute
  /** How many calls of a generator were begun for it, in all attempts. */
  generationsBegun?: number
  /** Dollars that those may cost at most. */
  generationDollars?: number
  /** How far a running task is, where it counts frames. */
  progress?: TaskProgress
  /** Present where several workers share a video. */
  shared?: SharedWork
  results?: TaskResults
  error?: FailureCode
  errorMessage?: string
}

/** What a successful task produced: plain values, and under `objects` the keys of files, which clients get as URLs. */
export type TaskResults = {
  values: Record<string, unknown>
  objects: Record<string, string>
}

/** A video that several workers share. */
export type SharedWork = {
  /** How many segments there are. */
  count: number
  /** Frames of all of them, and those that count as done before they begin, for effects with several passes. */
  frames: number
  before: number
  /** Seconds that it took to survey the video and hand it over. */
  surveyed?: number
  /** What the survey says of the result. */
  note?: string
  /** The operator's model files that it was surveyed with, with which every segment is made. */
  models?: ModelUse[]
  /** Epoch milliseconds: when the first frame was begun, and when frames were last counted. */
  since: number
  at: number
  /** Frames done by segment: `s0`, `s1`, … */
  done: Readonly<Record<string, number>>
}

/** Frames of a video that are done; `since` and `at` in epoch milliseconds: when they were begun, and counted. */
export type TaskProgress = { done: number; total: number; since: number; at: number }

/** How a task ended. */
export type TaskOutcome =
  | {
      status: 'success'
      results: TaskResults
      models?: ModelUse[]
      compute?: Compute
      /** What the task cost, where that may be less than was reserved. */
      units?: number
    }
  | TaskFailure

export type TaskFailure = { status: 'error'; error: FailureCode; errorMessage: string }

/** The format of a task id. An id that does not match is not looked up. */
export const TASK_ID = /^[A-Za-z0-9_-]{64,128}$/

/**
 * A new task id that cannot be guessed: 384 random bits in base64url. A leading `-` becomes `_`, because a command line
 * would take the id for an option.
 */
export function randomTaskId(): string {
  return randomBytes(48).toString('base64url').replace(/^-/, '_')
}

/** Days after which tasks, uploads, results and deliveries are removed. */
export const RETENTION_DAYS = 30

/** Epoch seconds at which an item created at `now` (epoch milliseconds) expires. */
export function expiryOf(now: number): number {
  return Math.floor(now / 1000) + RETENTION_DAYS * 86_400
}

/**
 * Whether a task was deleted or has expired by `now` (epoch milliseconds). Expiry is checked here because DynamoDB's
 * TTL removes expired items up to some days late.
 */
export function isGone({ deletedAt, expiresAt }: Task, now: number): boolean {
  return deletedAt !== undefined || expiresAt * 1000 <= now
}

/**
 * What an ended task was charged: 0 units where it failed, with what was generated all the same; undefined while it
 * runs.
 */
export function chargeOf({
  status,
  feature: name,
  stage,
  parameters,
  units,
  generations: made,
  models,
  compute,
}: Pick<
  Task,
  'status' | 'feature' | 'stage' | 'parameters' | 'units' | 'generations' | 'models' | 'compute'
>): Charge | undefined {
  if (status === 'running') return undefined
  const generations = made && { generations: made }
  if (status === 'error') return { units: 0, ...generations }
  const feature = stage === 'effect' ? findFeature(name) : undefined
  const seconds = feature && secondsFor(feature, parameters, units)
  return {
    units,
    ...(seconds !== undefined && { seconds }),
    ...generations,
    ...(models && { models }),
    ...(compute && { compute }),
  }
}
