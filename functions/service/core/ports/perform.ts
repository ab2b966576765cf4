import type { ModelUse } from '../../../../catalog/costs/model-use.ts'
import type { ByRole, Stage } from '../../../../catalog/features/feature.ts'
import type { Generation } from '../../../../catalog/generator/generation.ts'
import type { VideoExtent } from '../../../../catalog/limits/video-shares.ts'

/** How a task pays for what generators do for it. */
export type Paying = {
  /** Names the task; the same in every attempt at it. */
  task: string
  /**
   * To be called before a call of a generator, the first one with `nth` 0, with what is told of it should its answer be
   * lost. `idempotent` says that repeating the call pays nothing. Resolves to what the generator calls the call where
   * an earlier attempt kept it. Throws a `Fault` when the call may not be made.
   */
  reserve(call: { nth: number; told: Generation; idempotent: boolean }): Promise<string | undefined>
  /** To be called with what the generator calls call `nth`, before its answer is waited for. */
  keepTicket(nth: number, ticket: string): Promise<void>
  /** How long an answer may be waited for before `NotYet` is thrown, milliseconds. */
  patienceMs: number
  /** To be called with what call `nth` made, or without it where the call was certainly not paid. */
  settle(nth: number, generation: Generation | undefined): Promise<void>
}

/** The bytes of a file, or where a long one lies. */
export type InputFile = Uint8Array | { path: string }

/** A file that a task made: its bytes, or where a long one lies. */
export type MadeFile = { contentType: string; extension: string } & (
  | { bytes: Uint8Array }
  | { path: string }
)

/** A segment of a video, or the whole of all segments. */
export type VideoShare =
  | {
      make: 'segment'
      nth: number
      count: number
      survey: Uint8Array
      /** The operator's model files that the video was surveyed with: it is made with these. @default none */
      models?: readonly ModelUse[] | undefined
    }
  | { make: 'whole'; count: number; segment(nth: number): Promise<Uint8Array> }

/**
 * Performs a task: the port to the engine. Throws a `Fault` for a failure that the client can understand; any other
 * error is a defect.
 */
export type Perform = (
  request: {
    feature: string
    stage: Stage
    params: Record<string, unknown>
    files: ByRole<InputFile>
    /** Where a long result is left by its path; it is the caller's. */
    folder: string
    /** The most seconds of result that the reserved units pay for; absent where the price is not by the second. */
    mostSeconds?: number | undefined
    /** What of a video that several workers share is made. @default all of it */
    share?: VideoShare | undefined
  },
  options: {
    signal: AbortSignal
    /** To be called as soon as the length of the result (seconds) is known, and before it is made. */
    lengthKnown: (seconds: number) => Promise<void>
    /** Told how many frames of a video are done, for each one. */
    onFrames?: (done: number, total: number) => void
    /** Among how many workers a video is shared. @default it is made whole */
    workersFor?: (video: VideoExtent) => number
    /** For tasks that use a generator. */
    paying?: Paying
  },
) => Promise<{
  results: Record<string, unknown>
  output?: Extract<MadeFile, { bytes: Uint8Array }>
  /** Present instead of an output where the file was left in the folder. */
  file?: Extract<MadeFile, { path: string }>
  /** The length of the result, where the price is by the second. */
  seconds?: number
  /** The operator’s model files that were used. */
  models?: ModelUse[]
  /** Present instead of an output where several workers are to share the video. */
  shared?: { count: number; surveys: readonly Uint8Array[]; frames: number; before: number }
}>
