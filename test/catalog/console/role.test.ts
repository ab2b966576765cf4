import { expect, test } from 'vitest'
import { mayAct } from '../../../catalog/console/role.ts'

test.each([
  ['viewer', [true, false, false]],
  ['operator', [true, true, false]],
  ['admin', [true, true, true]],
] as const)('%s may act as viewer, operator and admin: %j', (held, expected) => {
  expect((['viewer', 'operator', 'admin'] as const).map((asked) => mayAct(held, asked))).toEqual(
    expected,
  )
})
