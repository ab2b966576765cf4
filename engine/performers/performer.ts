import type { FileRole } from '../../catalog/feature.ts'
import type { AdmittedPicture, OpenedPicture } from '../media/open-picture.ts'
import type { Vision } from '../vision/vision.ts'

/** What a performer works with; nothing in it is decoded or loaded before it is asked for. */
export type EffectTask = {
  /** Checked against the catalogue, defaults filled in. */
  parameters: Record<string, unknown>
  /** How many files of a role the task has; 0 where an optional one is left out. */
  count(role: FileRole): number
  /** An input file as it came, for what is no picture. It has no more bytes than its rule allows. */
  bytes(role: FileRole, at?: number): Uint8Array
  /**
   * Opens a picture under its limits, the first of its role unless `at` says otherwise; throws the Fault that names
   * the broken limit.
   */
  picture(role: FileRole, at?: number): Promise<OpenedPicture>
  /** The same up to decoding, for who has something to do meanwhile. */
  admitted(role: FileRole, at?: number): Promise<AdmittedPicture>
  /** The models, loaded at the first call and shared by all jobs. */
  vision(): Promise<Vision>
  /** The most seconds of result there are units for; absent where the price is not by the second. */
  mostSeconds?: number | undefined
  /**
   * To be awaited once a source is open and says how many seconds of result it makes, before any is made: units set
   * aside for longer ones are free at once. Throws Fault `seconds` when there are too few.
   */
  lengthKnown(seconds: number): Promise<void>
  /** To be awaited between steps: lets other work run, and throws Fault `runtime` once the job is to stop. */
  checkpoint(): Promise<void>
}

/** The file an effect made. */
type OutputFile = {
  bytes: Uint8Array
  contentType: string
  /** Without a dot. */
  extension: string
}

/**
 * `results` as they stand on the wire, without URLs; times in milliseconds. `seconds` is the length of what was made,
 * for features that are priced by it.
 */
export type EffectResult = {
  results: Record<string, unknown>
  output?: OutputFile
  seconds?: number
}

/** How one feature is carried out, by stage; `pre-process` is absent where the catalogue has none. */
export type Performer = {
  'pre-process'?: (job: EffectTask) => Promise<EffectResult>
  effect: (job: EffectTask) => Promise<EffectResult>
}
