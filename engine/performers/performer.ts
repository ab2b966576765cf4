import type { ModelUse } from '../../catalog/costs/model-use.ts'
import type { FileRole } from '../../catalog/features/feature.ts'
import type { VideoExtent } from '../../catalog/limits/video-shares.ts'
import type { TaskGenerator } from '../generate/task-generator.ts'
import type { AdmittedPicture, OpenedPicture } from '../media/open-picture.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import type { Vision } from '../vision/vision.ts'

/** The bytes of a file, or where a long one lies. */
export type InputFile = Uint8Array | { path: string }

/** One task as its performer sees it. No file is decoded and no model is loaded before a performer asks for it. */
export type EffectTask = {
  /** Checked against the catalogue, with its defaults filled in. */
  parameters: Record<string, unknown>
  /** How many files the task has in a role; 0 where an optional one is left out. */
  fileCount(role: FileRole): number
  /** An input file, of at most as many bytes as its catalogue rule allows: for files that are not pictures. */
  file(role: FileRole, at?: number): InputFile
  /**
   * Decodes a picture of a role, the first one unless `at` says otherwise.
   * @throws Fault that names the limit the file breaks
   */
  openPicture(role: FileRole, at?: number): Promise<OpenedPicture>
  /** Checks a picture as {@link openPicture} does and leaves it to the caller when to decode it. */
  admitPicture(role: FileRole, at?: number): Promise<AdmittedPicture>
  /**
   * What `read` makes of input files; of files with the same bytes that an earlier task brought, what it made then.
   * The reading depends on these files and on `way` alone, is nowhere changed, and holds no picture of the task.
   */
  readOnce<Reading>(
    way: string,
    files: readonly { role: FileRole; at: number }[],
    read: () => Promise<Reading>,
  ): Promise<Reading>
  /** The models, loaded at the first call and shared by all tasks. */
  vision(): Promise<Vision>
  /** The generator the operator chose; undefined where there is only this engine. */
  generator?: TaskGenerator | undefined
  /**
   * The picture with what `replace` marks continued from what is around it, by a network of users, for nothing;
   * undefined without one.
   */
  inpaint?: ((picture: Picture, replace: Mask) => Promise<Picture>) | undefined
  /** The most seconds of result there are units for; absent where the price is not by the second. */
  mostSeconds?: number | undefined
  /**
   * To be awaited as soon as a source is open and its length is known, before any result is made. Units that were
   * reserved for a longer result are released at once.
   * @throws Fault `seconds` when there are too few units
   */
  lengthKnown(seconds: number): Promise<void>
  /**
   * To be awaited between steps: lets other work run.
   * @throws Fault `runtime` once the task is to stop
   */
  checkpoint(): Promise<void>
  /** What of a video is made. @default all of it, unless it is too long for one worker */
  share?: VideoShare | undefined
  /**
   * Among how many workers a video of so many frames is shared; 1 for those that this one makes whole, 0 for those that
   * one worker cannot even survey in its time.
   */
  workersFor?(video: VideoExtent): number
  /** Where a long result is left by its path; without one its bytes are given. */
  folder?: string | undefined
  /** Ends the task when it aborts: for work in other processes, which no checkpoint reaches. */
  signal?: AbortSignal | undefined
  /** To be called when frames of a video are done. */
  framesDone(done: number, total: number): void
  /** To be called when a step begins, so that benches can time the steps of a real task. */
  beginStep(step: EffectStep): void
}

/** A task opens its files and finds its target (which needs no call), then changes pixels, then encodes the result. */
export type EffectStep = 'apply' | 'encode'

/** What of a video that several workers share is to be made. */
export type VideoShare =
  | {
      make: 'segment'
      /** Which of `count`, from 0. */
      nth: number
      count: number
      survey: Uint8Array
      /** Users’ model files that the video was surveyed with: it is made with these. @default none */
      models?: readonly ModelUse[] | undefined
    }
  | {
      /** The whole of the segments that were made. */
      make: 'whole'
      count: number
      segment(nth: number): Promise<Uint8Array>
    }

/** A video that one worker does not make: what those who share it need to know of it as a whole. */
export type SharedVideo = {
  count: number
  /** What each of them needs to know of the whole. */
  surveys: readonly Uint8Array[]
  /** Frames that `count` workers make, and those that count as done by then, for effects with several passes. */
  frames: number
  before: number
  /** What the results will say of it. */
  note?: string
}

type OutputKind = {
  contentType: string
  /** Without a dot. */
  extension: string
}

/** The file an effect made. */
export type OutputFile = OutputKind & { bytes: Uint8Array }

/**
 * `results` as they stand on the wire, without URLs; times in milliseconds. `seconds` is the length of what was made,
 * for features that are priced by it; `models` are users’ model files that were used, which the engine notes itself.
 */
export type EffectResult = {
  results: Record<string, unknown>
  output?: OutputFile
  /** Present instead of an output where the file was left in the task's folder. */
  file?: OutputKind & { path: string }
  seconds?: number
  models?: ModelUse[]
  /** Present instead of an output where several workers are to share the video. */
  shared?: SharedVideo
}

/** How one stage of a feature is carried out. */
export type Perform = (task: EffectTask) => Promise<EffectResult>

/** How one feature is carried out, by stage; `pre-process` is absent where the catalogue has none. */
export type Performer = { 'pre-process'?: Perform; effect: Perform }
