import { FEATURES } from '../../../catalog/features/features.ts'

/** A valid request for each feature's effect, as in the service's documentation, with its files as URLs. */
export const BODIES: Readonly<Record<string, Readonly<Record<string, unknown>>>> =
  Object.fromEntries(FEATURES.map(({ name, example }) => [name, example]))
