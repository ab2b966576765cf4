import type * as z from 'zod/mini'
import type { FailureCode } from './failures.ts'
import type { Condition } from './fault.ts'

/** The two kinds of task a feature has: finding who is in the picture, and the effect itself. */
export type Stage = 'pre-process' | 'effect'

export type PictureFormat = 'jpeg' | 'png'

/** What one input file of a feature must be. Clients name it by `<role>_file_url` or `<role>_file_id`. */
export type FileRule = {
  formats: readonly PictureFormat[]
  /** Bytes; the file must be smaller. */
  maxBytes: number
  /** Pixels of the shorter side, inclusive. */
  minShortSide?: number
  /** Pixels of the longer side, inclusive. */
  maxLongSide: number
}

/** The part an input file plays: the source is what the effect changes. */
export type FileRole = 'src'

/**
 * One feature of the service, as pure data: the API's routes and validation, the engine's input checks, the recipe
 * schema and the documents are derived from it.
 */
export type Feature = {
  /** The path segment, e.g. `body-reshape`. */
  name: string
  /** The API version in the path. */
  apiVersion: 'v2.0' | 'v2.1'
  title: string
  /** One sentence for people. */
  summary: string
  files: Readonly<Record<FileRole, FileRule>>
  /** The effect's parameters beside its files. Unknown fields are ignored, as on the wire. */
  parameters: z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>
  /** Parameters a recipe or the command line need not spell out. */
  defaults: Readonly<Record<string, unknown>>
  /** What the detection task of the feature looks for; absent where the feature has none. */
  preProcess?: { finds: 'bodies' }
  /** How this feature spells each condition in `data.error`. */
  codes: Readonly<Record<Condition, FailureCode>>
  /** Units for one successful effect task. Pre-process tasks are free. */
  units: (parameters: Record<string, unknown>) => number
  /** Whether the end of an effect task is announced by webhook; otherwise clients poll. */
  announces: boolean
}
