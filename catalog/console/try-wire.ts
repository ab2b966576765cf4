import * as z from 'zod/mini'

/*
 * What the console's page and its admin API say to each other of tries: the types of both, and what the interface's
 * description is made of.
 */

const amount = z.number()

/** Where the service is, and what it carries out; absent where that is not known. */
export const TRIES_ANSWER = z.strictObject({
  baseUrl: z.string(),
  features: z.exactOptional(z.array(z.string())),
  generator: z.exactOptional(z.strictObject({ name: z.string(), abilities: z.array(z.string()) })),
})
export type TriesAnswer = z.output<typeof TRIES_ANSWER>

/** Ids of files in the request of a try that is only judged: `{src}`, `{ref.0}`. */
const TRY_JUDGED = z.strictObject({
  units: z.strictObject({ least: amount, most: amount }),
  /** Requests to the service: the paths of detection and effect, and the body of the effect's. */
  effect: z.strictObject({ path: z.string(), body: z.record(z.string(), z.unknown()) }),
  detection: z.exactOptional(z.strictObject({ path: z.string() })),
})
export type TryJudged = z.output<typeof TRY_JUDGED>

/** Fields that break a rule, `['parameters', …]` or `['files', 'ref']` by its role: nothing can be tried then. */
const TRY_PROBLEMS = z.strictObject({
  problems: z.array(
    z.strictObject({ path: z.array(z.union([z.string(), z.number()])), words: z.string() }),
  ),
})

export type TryProblems = z.output<typeof TRY_PROBLEMS>

export const TRY_CHECK_ANSWER = z.union([TRY_JUDGED, TRY_PROBLEMS])
export type TryCheckAnswer = z.output<typeof TRY_CHECK_ANSWER>

export const TRY_SLOTS = z.strictObject({
  slots: z.array(
    z.strictObject({
      role: z.string(),
      id: z.string(),
      /** What the bytes are sent with; absent where the request was repeated. */
      request: z.exactOptional(
        z.strictObject({
          method: z.string(),
          url: z.string(),
          headers: z.record(z.string(), z.string()),
        }),
      ),
    }),
  ),
})
export type TrySlots = z.output<typeof TRY_SLOTS>

/** A task that was created. */
export const TRY_BEGUN = z.strictObject({ task: z.string() })
export type TryBegun = z.output<typeof TRY_BEGUN>

/** Slots, or a task: as what was asked for. */
export const TRY_MADE = z.union([TRY_SLOTS, TRY_BEGUN])

export const TRY_STATUS = z.strictObject({
  status: z.enum(['running', 'success', 'error']),
  error: z.exactOptional(z.string()),
  message: z.exactOptional(z.string()),
  engine: z.exactOptional(z.string()),
  units: z.exactOptional(amount),
  /** Where the result lies for a while. */
  url: z.exactOptional(z.string()),
  /** People that a detection found, in pixels of the picture. */
  found: z.exactOptional(
    z.array(z.looseObject({ left: amount, top: amount, width: amount, height: amount })),
  ),
  /** Everything else that the task resulted in. */
  values: z.record(z.string(), z.unknown()),
})
export type TryStatus = z.output<typeof TRY_STATUS>
