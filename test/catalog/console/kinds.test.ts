import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CATALOGUE_ANSWER } from '../../../catalog/console/recipes.ts'
import {
  BUDGET_ANSWER,
  DELIVERIES_ANSWER,
  DOCTOR_ANSWER,
  ENDPOINT_REMOVED,
  KEYS_ANSWER,
  REPLAY_ANSWER,
  TASK_ANSWER,
  TASK_DELETED,
  TASKS_ANSWER,
  UNITS_ANSWER,
} from '../../../catalog/console/service-wire.ts'
import { TRY_STATUS } from '../../../catalog/console/try-wire.ts'

/** What the members of a description may be that are one of a few values, by their names. */
function kindsIn(described: unknown, name = ''): Record<string, unknown[]> {
  if (typeof described !== 'object' || described === null) return {}
  const { enum: several, const: only } = described as { enum?: unknown[]; const?: unknown }
  if (several) return { [name]: several }
  if (only !== undefined) return { [name]: [only] }
  return Object.assign({}, ...Object.entries(described).map(([key, one]) => kindsIn(one, key)))
}

test.each([
  [BUDGET_ANSWER, { of: ['units', 'dollars'] }],
  [DELIVERIES_ANSWER, { status: ['pending', 'delivered', 'exhausted', 'refused'] }],
  [DOCTOR_ANSWER, { level: ['ok', 'note', 'warning', 'problem'] }],
  [ENDPOINT_REMOVED, { removed: [true] }],
  [KEYS_ANSWER, { state: ['active', 'inactive', 'expired'] }],
  [TASKS_ANSWER, { status: ['running', 'success', 'error'] }],
  [TASK_ANSWER, { counted: ['in part'] }],
  [TASK_DELETED, { deleted: [true] }],
  [UNITS_ANSWER, { action: ['grant', 'charge', 'expire'] }],
  [TRY_STATUS, { status: ['running', 'success', 'error'] }],
  [CATALOGUE_ANSWER, { source: ['picture', 'video'], unit: ['result_image', 'second'] }],
])('answer %# of the console has its kinds', (answer, kinds) => {
  expect(kindsIn(z.toJSONSchema(answer))).toEqual(kinds)
})

test('what is counted is none or more, and whole', () => {
  const answer = (begun: number) =>
    z.safeParse(REPLAY_ANSWER, { begun, underWay: 0, unheard: 0, wornOut: 0 }).success
  expect([0, 1, -1, 0.5].map(answer)).toEqual([true, true, false, false])
})
