import { expect, test } from 'vitest'
import { sampleClamped } from '../../../engine/geometry/sample.ts'
import { fc } from '../../setup/random.ts'

const SIZE = { width: 5, height: 4 }
const plane = { ...SIZE, data: Float64Array.from({ length: 20 }, (_, i) => (37 * i) % 23) }
const at = (x: number, y: number): number => plane.data[y * SIZE.width + x]!

/** Four pixels by their shares of a unit square, each looked up by itself. */
function reference(x: number, y: number, look: (x: number, y: number) => number): number {
  let sum = 0
  for (const dy of [0, 1]) {
    for (const dx of [0, 1]) {
      const [px, py] = [Math.floor(x) + dx, Math.floor(y) + dy]
      sum += (1 - Math.abs(x - px)) * (1 - Math.abs(y - py)) * look(px, py)
    }
  }
  return sum
}

const anywhere = fc.double({ min: -3, max: 8, noNaN: true })

test('a clamped sample is that of a plane whose edges go on', () => {
  const last = (value: number, most: number) => Math.min(most, Math.max(0, value))
  const clamped = (x: number, y: number) => at(last(x, 4), last(y, 3))
  fc.assert(
    fc.property(anywhere, anywhere, (x, y) => {
      expect(sampleClamped(plane, x, y)).toBeCloseTo(reference(x, y, clamped), 9)
    }),
  )
})

test('a pixel centre gives the pixel, the last one too', () => {
  expect([sampleClamped(plane, 2, 1), sampleClamped(plane, 4, 3)]).toEqual([at(2, 1), at(4, 3)])
})
