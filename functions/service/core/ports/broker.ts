import type { ModelUse } from '../../../../catalog/costs/model-use.ts'
import type { ByRole } from '../../../../catalog/features/feature.ts'
import type { Generation } from '../../../../catalog/generator/generation.ts'
import type { SharedWork, Task, TaskFailure, TaskProgress } from '../model/task.ts'
import type { BegunGeneration } from './task-store.ts'

/** A worker at a task: the task's id, and what the worker proved its lease by when it began. Nobody else is told. */
export type Holding = { task: string; holder: string }

/** One PUT of one object: the request must have these very headers. */
export type SignedUpload = { url: string; headers: Readonly<Record<string, string>> }

/** An input file: where its client said it is, or an upload by a presigned URL. */
export type OrderedFile = { url: string } | { signed: string }

/** What a worker is told of a task. */
export type OrderedTask = Pick<
  Task,
  'id' | 'feature' | 'stage' | 'parameters' | 'units' | 'requestId' | 'correlationId'
>

/** A task to be carried out. */
export type Order = {
  task: OrderedTask
  files: ByRole<OrderedFile>
  /** Whether there is a workflow for videos that are too long for one worker. */
  mayShare: boolean
}

/** Presigned URLs of the input files that workers of one video share. */
export type SharedInputs = ByRole<string>

/** A segment to be made. */
export type SegmentOrder = {
  task: OrderedTask
  count: number
  /** The operator's model files that the video was surveyed with. @default none */
  models?: ModelUse[] | undefined
  inputs: SharedInputs
  /** Presigned GET of what is known of the whole. */
  survey: string
  /** Presigned HEAD of the segment, which another worker may have made before. */
  made: string
}

/** Segments to be joined. */
export type JoinOrder = {
  task: OrderedTask
  inputs: SharedInputs
  /** Presigned GETs, in their order. */
  segments: string[]
}

/** What the holder of a task makes of it. Its files are stored where the broker placed them. */
export type WorkOutcome =
  | {
      status: 'success'
      values: Record<string, unknown>
      /** Of the file it made, which is stored. @default it made none */
      extension?: string | undefined
      /** The length of the result, where the price is by the second. */
      seconds?: number | undefined
      models?: ModelUse[] | undefined
      /** Seconds that all workers of a shared video took since it was surveyed. */
      worked?: number | undefined
    }
  | TaskFailure

/** A video of which it is known among how many it is shared; as `SharedWork`. */
export type WorkToShare = Pick<SharedWork, 'count' | 'frames' | 'before' | 'since'> & {
  surveyed?: number | undefined
  note?: string | undefined
  models?: ModelUse[] | undefined
}

/** How many bytes each file has that workers are to share. */
export type SharedSizes = { surveys: number[]; inputs: Record<string, number[]> }

/** Where these files are put. */
export type SharedUploads = { surveys: SignedUpload[]; inputs: Record<string, SignedUpload[]> }

/** What a worker that holds a task may ask for; each call is for that task alone, and for its holder alone. */
type HoldingBroker = {
  /** Renews the lease; false when it was taken over, or the task has ended. */
  renew(held: Holding): Promise<boolean>
  /** Gives the task back, whose message comes again. */
  release(held: Holding): Promise<void>
  /** Where the result is put, which must have exactly `size` bytes; undefined when the worker lost the task. */
  placeResult(ask: Holding & { extension: string; size: number }): Promise<SignedUpload | undefined>
  /** Ends the task, charges it and tells of it; undefined when the worker lost the task. */
  end(ask: Holding & { outcome: WorkOutcome }): Promise<{ status: Task['status'] } | undefined>
}

/** What the workers of tasks ask of the rest of the service: they reach no table, no bucket and no workflow. */
export type TaskBroker = HoldingBroker & {
  /** Takes the lease of a task; undefined when there is nothing to do, and all that had to be done about it is done. */
  begin(ask: Holding): Promise<Order | undefined>
  /** The operator's model files, none where there are none. */
  listModels(ask: Record<string, never>): ReturnType<ListModels>
  /** Leaves the task to the worker that took it over, and has it looked at again when that one's lease can expire. */
  giveWay(held: Holding): Promise<void>
  /** Gives the task back, to be taken up again some seconds later: it waits for an answer, and nothing failed. */
  putOff(held: Holding): Promise<void>
  /** Notes how far it is; false when the worker lost the task. */
  noteProgress(ask: Holding & { progress: TaskProgress }): Promise<boolean>
  /** Returns the units to the account that a result of so many seconds cannot cost. @returns what is still held */
  lowerUnits(ask: Holding & { seconds: number }): Promise<number | undefined>
  /** Notes a call of a generator before it is made; as `TaskStore.beginGeneration`. */
  beginGeneration(ask: Holding & { nth: number; told: Generation }): Promise<BegunGeneration>
  /** Keeps what a generator calls a call that was begun; false when the worker lost the task. */
  keepTicket(ask: Holding & { nth: number; ticket: string }): Promise<boolean>
  settleGeneration(
    ask: Holding & { nth: number; generation?: Generation | undefined },
  ): Promise<boolean>
  /** Where what workers of a video share is put; undefined when the worker lost the task. */
  placeShared(ask: Holding & { sizes: SharedSizes }): Promise<SharedUploads | undefined>
  /** Hands the video over to the workflow; false when the worker lost the task. */
  share(ask: Holding & { work: WorkToShare }): Promise<boolean>
}

/** The operator's model files, each with a presigned URL. */
export type ListModels = () => Promise<{ name: string; url: string }[]>

type SegmentOf = { task: string; segment: number }

/** What the workers of segments ask of the rest of the service. Whoever knows the id of a shared video may ask. */
export type SegmentBroker = HoldingBroker & {
  /** The operator's model files, none where there are none. */
  listModels(ask: Record<string, never>): ReturnType<ListModels>
  /** Undefined when the task has ended. */
  beginSegment(ask: SegmentOf): Promise<SegmentOrder | undefined>
  /** Notes how many frames are done; false when the task has ended. */
  noteSegment(ask: SegmentOf & { done: number }): Promise<boolean>
  /** Where the segment is put; undefined when the task has ended. */
  placeSegment(ask: SegmentOf & { size: number }): Promise<SignedUpload | undefined>
  /** Ends the task for a reason that its client can understand. */
  failSegment(ask: SegmentOf & { failure: TaskFailure }): Promise<void>
  /** Takes the lease to join the segments; `held` while another call does, undefined when the task has ended. */
  beginJoin(ask: Holding): Promise<JoinOrder | 'held' | undefined>
  /** Ends a task whose segments could not be made or joined, however often they were tried. */
  giveUp(ask: { task: string; failure: string }): Promise<void>
}
