import { expect, test } from 'vitest'
import { armholeOf } from '../../../../../engine/effects/cloth-v3/fit/armhole.ts'
import type { Limb } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'

const armAt = (x: number): Limb => [
  { x, y: 100 },
  { x, y: 170 },
  { x, y: 240 },
]

test('an armhole begins at the tip of a shoulder outside of the bones, on both sides', () => {
  const expected = { tip: { along: -12, out: 7 }, end: 45 }
  const left = { tip: { x: 43, y: 88 }, armpit: { x: 62, y: 145 } }
  expect(armholeOf(armAt(50), 0, left)).toEqual(expected)
  const right = { tip: { x: 157, y: 88 }, armpit: { x: 138, y: 145 } }
  expect(armholeOf(armAt(150), 1, right)).toEqual(expected)
})

test('one that hangs on a strap begins at the joint', () => {
  const strap = { tip: { x: 80, y: 80 }, armpit: { x: 62, y: 145 } }
  expect(armholeOf(armAt(50), 0, strap).tip).toEqual({ along: 0, out: 0 })
})
