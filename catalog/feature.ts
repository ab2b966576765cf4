import type * as z from 'zod/mini'
import type { Codes } from './condition.ts'
import type { ByRole, FileReference, FileRole, FileRule } from './file-rule.ts'
import type { Template } from './templates/template.ts'

export type { ByRole, FileRole, FileRule, PictureFormat, PictureRule } from './file-rule.ts'

/** The two kinds of task a feature has: finding who is in the picture, and the effect itself. */
export type Stage = 'pre-process' | 'effect'

/** The shape of a task's `results`, as they stand on the wire. */
export type ResultsSchema = z.ZodMiniType<Record<string, unknown>>

/**
 * One feature of the service, as pure data: the API's routes and validation, the engine's input checks, the recipe
 * schema and the documents are derived from it.
 */
export type Feature = {
  /** The path segment, e.g. `body-reshape` or `2d-vto/earring`. */
  name: string
  /** The API version in the path. */
  apiVersion: 'v2.0' | 'v2.1'
  title: string
  /** One sentence for people. */
  summary: string
  /** The input files; every feature changes a source. */
  files: Readonly<{ src: FileRule } & Partial<Record<FileRole, FileRule>>>
  /** The effect's parameters beside its files. Unknown fields are ignored, as on the wire. */
  parameters: z.ZodMiniType<Record<string, unknown>, Record<string, unknown>>
  /** Parameters a recipe or the command line need not spell out. */
  defaults: Readonly<Record<string, unknown>>
  /** The body of a request that creates the effect task, its files given by address. */
  example: Readonly<Record<string, unknown>>
  /**
   * Checks what parameters and files must be to each other and gives the parameters to keep, which fit the schema as
   * well. Throws `InvalidParameters`.
   */
  normalize?: (
    parameters: Record<string, unknown>,
    files: ValidTask['files'],
  ) => ValidTask['parameters']
  /** What the detection task of the feature looks for; absent where the feature has none. */
  preProcess?: { finds: 'bodies' | 'faces'; results: ResultsSchema }
  /** What a client may choose by `template_id`; absent where the feature has no templates. */
  templates?: readonly Template[]
  /** The results of the effect. */
  results: ResultsSchema
  /** How this feature spells each condition in `data.error`; a file's own spelling goes before it. */
  codes: Codes
  /** What a successful effect task costs: the first that applies. Pre-process tasks are free. */
  costs: readonly [Cost, ...Cost[]]
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

/** A task body that passed the catalogue: its files by role and its parameters, unknown fields left out. */
export type ValidTask = {
  files: ByRole<FileReference>
  parameters: Record<string, unknown>
}
