import * as z from 'zod/mini'
import { MODEL_USE } from '../../../../catalog/costs/model-use.ts'
import { FAILURES, type FailureCode } from '../../../../catalog/failures/failures.ts'
import { RESULT_KINDS, type ResultExtension } from '../model/result-kind.ts'

/** The most bytes of one file: the disk of a worker has no more. */
const MOST_BYTES = 4 * 1024 ** 3

/** The most characters of an error's words. */
const MOST_WORDS = 4000

/** No other record of the table of tasks has such an id: theirs have a `#` in them. */
export const TASK = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,128}$/))

/** A random UUID, which nobody else can name (RFC 9562, version 4). */
const HOLDER = z.uuidv4()

export const HOLDING = { task: TASK, holder: HOLDER }

export const SIZE = z.int().check(z.gte(0), z.lte(MOST_BYTES))

export const SECONDS = z.number().check(z.gte(0), z.lte(1e7))

export const EXTENSION = z.enum(Object.keys(RESULT_KINDS) as [ResultExtension])

/** The operator's model files that a task was worked on with. */
export const MODELS = z.array(MODEL_USE).check(z.maxLength(32))

export const FAILURE = z.strictObject({
  status: z.literal('error'),
  error: z.enum(Object.keys(FAILURES) as [FailureCode]),
  errorMessage: z.string().check(z.maxLength(MOST_WORDS)),
})

/** Values of a result. Its file is not among them: clients get that as a URL of ours. */
const VALUES = z
  .record(z.string(), z.unknown())
  .check(z.refine((values) => !Object.hasOwn(values, 'url'), 'A result names no URL of its own.'))

export const OUTCOME = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('success'),
    values: VALUES,
    extension: z.optional(EXTENSION),
    seconds: z.optional(SECONDS),
    models: z.optional(MODELS),
    worked: z.optional(SECONDS),
  }),
  FAILURE,
])
