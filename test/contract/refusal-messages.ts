import { expect } from 'vitest'
import { findFeature, taskPath } from '../../catalog/features/features.ts'
import { BODIES } from '../catalog/tasks/bodies.ts'
import type { Ask } from './ask.ts'

/** The path at which effect tasks of a feature are created. */
export function pathOf(feature: string): string {
  return taskPath(findFeature(feature)!, 'effect')
}

/**
 * The message of the refusal of a feature's valid request with some fields changed; `ok` when no rule is broken. `ask`
 * belongs to an account without units, so a valid request is refused for lack of units and creates no task.
 */
export async function refusalMessage(ask: Ask, feature: string, change: object): Promise<string> {
  const { status, body } = await ask('POST', pathOf(feature), {
    body: { ...BODIES[feature], ...change },
  })
  expect(status).toBe(400)
  if (body.error_code === 'CreditInsufficiency') return 'ok'
  expect(['InvalidParameters', 'InvalidTemplate']).toContain(body.error_code)
  return String(body.error)
}
