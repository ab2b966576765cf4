import { expect } from 'vitest'
import { featureNamed, taskPath } from '../../catalog/features.ts'
import { BODIES } from '../catalog/bodies.ts'
import type { Ask } from './ask-over.ts'

/** The path at which an effect task of a feature is created. */
export const pathOf = (feature: string): string => taskPath(featureNamed(feature)!, 'effect')

/**
 * What the service says to a feature's usual request with some fields changed; `ok` when it keeps every rule. Asked for
 * an account without units: what keeps every rule is refused for want of them, and leaves no task.
 */
export const said = async (ask: Ask, feature: string, change: object): Promise<string> => {
  const { status, body } = await ask('POST', pathOf(feature), {
    body: { ...BODIES[feature], ...change },
  })
  expect(status).toBe(400)
  if (body.error_code === 'CreditInsufficiency') return 'ok'
  expect(['InvalidParameters', 'InvalidTemplate']).toContain(body.error_code)
  return String(body.error)
}

export const above = (field: string) => `${field} is above the allowed maximum.`
export const below = (field: string) => `${field} is below the allowed minimum.`
export const missing = (field: string) =>
  `${field} is required but wasn't included in your request.`
export const foreign = (field: string) => `${field} is not one of the accepted values.`
export const shapeless = (field: string) => `${field} doesn't match the required format.`
