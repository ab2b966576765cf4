import * as z from 'zod/mini'

/** The version of a feature's specification; there is one. */
export const VERSION = z.literal('1.0')

/** Which of the targets a pre-process task found the effect works on; the first when it is left out. */
export const targetIndex = z.optional(
  z
    .int()
    .check(z.gte(0), z.lte(99), z.describe('which of the targets detection found, 0 if absent')),
)
