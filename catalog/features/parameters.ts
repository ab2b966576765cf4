import * as z from 'zod/mini'

/** An optional strength with two directions, −100–100. */
export function signed(meaning: string) {
  return z.optional(z.number().check(z.gte(-100), z.lte(100), z.describe(meaning)))
}

/** An optional strength with one direction, 0–100. */
export function unsigned(meaning: string) {
  return z.optional(z.number().check(z.gte(0), z.lte(100), z.describe(meaning)))
}

/** An optional integer strength with two directions, −100–100. */
export function signedInt(meaning: string) {
  return z.optional(z.int().check(z.gte(-100), z.lte(100), z.describe(meaning)))
}

/** An optional integer strength with one direction, 0–100. */
export function unsignedInt(meaning: string) {
  return z.optional(z.int().check(z.gte(0), z.lte(100), z.describe(meaning)))
}

/** Whether any strength is other than zero. */
export function hasEffect(strengths: Record<string, number | undefined>): boolean {
  return Object.values(strengths).some((strength) => strength !== undefined && strength !== 0)
}

/** A rule for `features`: at least one value is other than zero. */
export const notAllZero = z.refine<Record<string, number | undefined>>(hasEffect, {
  error: 'features needs at least one value that is not zero.',
})

/** The version of a feature's specification. There is only one. */
export const VERSION = z.literal('1.0')

/** Index of the target that the effect works on, among those the detection found. The first one by default. */
export const targetIndex = z.optional(
  z
    .int()
    .check(z.gte(0), z.lte(99), z.describe('which of the targets detection found, 0 if absent')),
)
