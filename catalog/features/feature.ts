import type * as z from 'zod/mini'
import type { Codes } from '../failures/condition.ts'
import type { FileRole } from '../failures/file-role.ts'
import type { ByRole, FileReference, FileRule } from '../files/file-rule.ts'
import type { Placement } from '../preparation/place-pixel.ts'
import type { DigitalSources } from '../results/digital-source.ts'
import type { Template } from '../templates/template.ts'

export type { FileRole } from '../failures/file-role.ts'
export type { ByRole, FileRule, PictureFormat, PictureRule } from '../files/file-rule.ts'

/** The two kinds of task a feature has: finding who is in the picture, and the effect itself. */
export type Stage = 'pre-process' | 'effect'

/** The shape of a task's `results`, as they stand on the wire. */
export type ResultsSchema = z.ZodMiniType<Record<string, unknown>>

/**
 * One feature of the service, as data. The API's routes and validation, the engine's input checks, the recipe schema
 * and the documentation are derived from it.
 */
export type Feature = {
  /** The path segment, e.g. `body-reshape` or `2d-vto/earring`. */
  name: string
  /** The API version in the path. */
  apiVersion: 'v2.0' | 'v2.1'
  title: string
  /** One sentence for people. */
  summary: string
  /** The input files. Every feature has a source. */
  files: Readonly<{ src: FileRule } & Partial<Record<FileRole, FileRule>>>
  /** The schema of the effect's parameters without its files. Unknown fields are ignored, as in the API. */
  parameters: z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>
  /** Parameters that a recipe or the command line may omit. */
  defaults: Readonly<Record<string, unknown>>
  /** The body of a request that creates the effect task, with its files as URLs. */
  example: Readonly<Record<string, unknown>>
  /**
   * Checks rules between parameters and files. Returns the parameters to store, which are valid for the schema too.
   * Throws `InvalidParameters`.
   */
  normalize?: (
    parameters: Record<string, unknown>,
    files: ValidTask['files'],
  ) => ValidTask['parameters']
  /** Whether a task of the feature may ask a generator for a picture. */
  mayGenerate?: true
  /** The longest video that a generator may make for a task, and its lines; absent where it makes none. */
  mayAnimate?: (
    parameters: Readonly<Record<string, unknown>>,
  ) => { seconds: number; height: 540 | 720 } | undefined
  /**
   * Takes parameters that name pixels of the source to those of what is sent of it. Undefined where they would not mean
   * the same there. Absent where no parameter names any.
   */
  placePixels?: (
    parameters: Record<string, unknown>,
    placement: Placement,
  ) => Record<string, unknown> | undefined
  /** What the detection task of the feature looks for; absent where the feature has none. */
  preProcess?: { finds: 'bodies' | 'faces'; results: ResultsSchema }
  /** What a client may choose by `template_id`; absent where the feature has no templates. */
  templates?: readonly Template[]
  /** The results of the effect. */
  results: ResultsSchema
  /** The code of each condition in `data.error`. A file's own codes come before these. */
  codes: Codes
  /** Set where a result shows another area than its source, so that it is never put back into it. */
  reframes?: true
  /** What a successful effect task costs: the first price that applies. Pre-process tasks are free. */
  costs: readonly [Cost, ...Cost[]]
  /** How resulting files are marked as edited; absent where the effect makes none. */
  digitalSource?: DigitalSources
  /** Whether the end of an effect task is announced by webhook; otherwise clients poll. */
  announces: boolean
}

/** One price of a feature. */
export type Cost = {
  /** What the price is for, e.g. `Body reshape v1.0`. */
  description: string
  /** Units. */
  amount: number
  /** What `amount` is charged for; started seconds count whole. */
  unit: 'result_image' | 'second'
  /** Whether this price applies to a task; absent: to all. */
  applies?: (parameters: Record<string, unknown>) => boolean
}

/** A valid task body: its files by role and its parameters, without unknown fields. */
export type ValidTask = {
  files: ByRole<FileReference>
  parameters: Record<string, unknown>
}
