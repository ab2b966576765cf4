import { beforeAll, expect, test } from 'vitest'
import { placed, RANGES } from '../../catalog/tasks/ranges.ts'
import { aboveMaximum, belowMinimum } from '../../catalog/tasks/refusals.ts'
import { sampled } from '../../setup/sampled.ts'
import type { Ask } from '../ask.ts'
import { refusalMessage } from '../refusal-messages.ts'
import { sharedService } from '../shared-service.ts'

/** Requests of an account without units. */
let ask: Ask

beforeAll(async () => {
  ask = (await (await sharedService('idle')).account(0)).ask
})

// The first number of some groups; `test/catalog/tasks` tries the ends of every range without HTTP.
test.each(
  sampled(
    6,
    RANGES.map(([feature, group, keys]) => ({ feature, group, first: keys[0]! })),
  ),
)(
  '$feature $group: the ends of a range are taken, what lies beyond is refused',
  async ({ feature, group, first: [key, { from, to, step = 1 }] }) => {
    const valued = (value: number) =>
      refusalMessage(ask, feature, placed(feature, group, key, value).change)
    const { name } = placed(feature, group, key, 0)
    expect(await valued(from)).toBe('ok')
    expect(await valued(to)).toBe('ok')
    expect(await valued(from - step)).toBe(belowMinimum(name))
    expect(await valued(to + step)).toBe(aboveMaximum(name))
  },
)

test('out-paint: a number that is missing or no whole number, a source beyond its result', async () => {
  expect(await refusalMessage(ask, 'out-paint', { input_width: 1.5 })).toMatch(/^input_width /)
  expect(await refusalMessage(ask, 'out-paint', { input_y: undefined })).toMatch(/^input_y /)
  expect(await refusalMessage(ask, 'out-paint', { input_x: 481 })).toMatch(
    /^input_x \+ input_width/,
  )
})
