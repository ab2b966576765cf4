import { expect, test } from 'vitest'
import type { Mesh } from '../../../../../engine/effects/cloth-v3/fit/mesh.ts'
import { requireEvenPrint } from '../../../../../engine/effects/cloth-v3/refuse/require-even-print.ts'

/** A cloth of squares that is worn so much wider, and is drawn out so much farther beside its middle. */
function squares(wide: number, beside = wide): Mesh {
  const [columns, rows] = [9, 6]
  const places = Array.from({ length: columns * rows }, (_, at) => ({
    x: (at % columns) - 4,
    y: Math.floor(at / columns),
  }))
  const out = (x: number): number =>
    Math.sign(x) * (wide * Math.min(2, Math.abs(x)) + beside * Math.max(0, Math.abs(x) - 2))
  return { columns, rows, flat: places, worn: places.map(({ x, y }) => ({ x: out(x), y })) }
}

test('a garment is drawn out by 30 % at most, either way, in words', () => {
  for (const wide of [0.8, 1, 1.25]) {
    expect(() => requireEvenPrint(squares(wide), 'torso')).not.toThrow()
  }
  expect(() => requireEvenPrint(squares(1.4), 'torso')).toThrow('drawn out by 40 %')
  expect(() => requireEvenPrint(squares(1 / 1.4), 'torso')).toThrow('drawn out by 40 %')
})

test('legs may draw trousers together by half', () => {
  expect(() => requireEvenPrint(squares(0.7), 'legs')).not.toThrow()
  expect(() => requireEvenPrint(squares(0.6), 'legs')).toThrow('drawn out by 67 %')
})

test('what bends away towards the sides of a body does not count', () => {
  expect(() => requireEvenPrint(squares(1, 0.4), 'torso')).not.toThrow()
})
