import * as z from 'zod/mini'

/** A strength with two directions, −100–100. */
export const signed = (meaning: string) =>
  z.optional(z.number().check(z.gte(-100), z.lte(100), z.describe(meaning)))

/** A strength with one direction, 0–100. */
export const unsigned = (meaning: string) =>
  z.optional(z.number().check(z.gte(0), z.lte(100), z.describe(meaning)))

/** A whole strength with two directions, −100–100. */
export const signedInt = (meaning: string) =>
  z.optional(z.int().check(z.gte(-100), z.lte(100), z.describe(meaning)))

/** A whole strength with one direction, 0–100. */
export const unsignedInt = (meaning: string) =>
  z.optional(z.int().check(z.gte(0), z.lte(100), z.describe(meaning)))

/** Whether any strength of a set does something. */
export const doesSomething = (strengths: Record<string, number | undefined>): boolean =>
  Object.values(strengths).some((strength) => strength !== undefined && strength !== 0)

/** `features` that must hold at least one value other than zero. */
export const notAllZero = z.refine<Record<string, number | undefined>>(doesSomething, {
  error: 'features needs at least one value that is not zero.',
})
