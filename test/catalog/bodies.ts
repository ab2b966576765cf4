import { FEATURES } from '../../catalog/features.ts'

/** One request for each feature's effect that the papers would accept, with its files given by address. */
export const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> =
  Object.fromEntries(FEATURES.map(({ name, example }) => [name, example]))
