import * as z from 'zod/mini'

/** A strength with two directions, −100–100. */
export function signed(meaning: string) {
  return z.optional(z.number().check(z.gte(-100), z.lte(100), z.describe(meaning)))
}

/** A strength with one direction, 0–100. */
export function unsigned(meaning: string) {
  return z.optional(z.number().check(z.gte(0), z.lte(100), z.describe(meaning)))
}

/** A whole strength with two directions, −100–100. */
export function signedInt(meaning: string) {
  return z.optional(z.int().check(z.gte(-100), z.lte(100), z.describe(meaning)))
}

/** A whole strength with one direction, 0–100. */
export function unsignedInt(meaning: string) {
  return z.optional(z.int().check(z.gte(0), z.lte(100), z.describe(meaning)))
}

/** Whether any strength of a set does something. */
export function hasEffect(strengths: Record<string, number | undefined>): boolean {
  return Object.values(strengths).some((strength) => strength !== undefined && strength !== 0)
}

/** `features` that must hold at least one value other than zero. */
export const notAllZero = z.refine<Record<string, number | undefined>>(hasEffect, {
  error: 'features needs at least one value that is not zero.',
})

/** The version of a feature's specification; there is one. */
export const VERSION = z.literal('1.0')

/** Which of the targets a pre-process task found the effect works on; the first when it is left out. */
export const targetIndex = z.optional(
  z
    .int()
    .check(z.gte(0), z.lte(99), z.describe('which of the targets detection found, 0 if absent')),
)
