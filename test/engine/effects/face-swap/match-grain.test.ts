import { expect, test } from 'vitest'
import { matchGrain } from '../../../../engine/effects/face-swap/match-grain.ts'
import { readFaceRegion } from '../../../../engine/face/face-region.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { target } from './sitters.ts'

const frame = readFaceRegion(target.drawn.picture, target.face)
const { width, height } = frame
function plane(of: (x: number, y: number) => number): Float32Array {
  return Float32Array.from({ length: width * height }, (_, i) =>
    of(i % width, Math.floor(i / width)),
  )
}
const skin = plane((x) => (x > 2 && x < width - 3 ? 1 : 0))
/** Shaded as round as the cheeks of a face of few pixels. */
function round(x: number, y: number): number {
  return 60 + 8 * Math.sin(x / 4) * Math.sin(y / 5)
}
function noise(deviation: number) {
  const random = seededRandom(3)
  return (x: number, y: number) =>
    round(x, y) + 2 * deviation * (random() + random() + random() - 1.5)
}
/** The root of the mean square by which two planes differ. */
function apart(one: Float32Array, other: Float32Array): number {
  return Math.sqrt(one.reduce((sum, value, i) => sum + (value - other[i]!) ** 2, 0) / one.length)
}

test('smooth shading does not count as grain, however small the face', () => {
  const light = plane(() => 60)
  matchGrain(light, plane(round), skin, frame)
  expect(
    apart(
      light,
      plane(() => 60),
    ),
  ).toBeLessThan(0.5)
})

test('grain is added until it is as strong as the target’s', () => {
  const light = plane(round)
  matchGrain(light, plane(noise(3)), skin, frame)
  expect(apart(light, plane(round))).toBeGreaterThan(2.5)
  expect(apart(light, plane(round))).toBeLessThan(3.5)
})

test('grain that is too strong is attenuated', () => {
  const light = plane(noise(3))
  matchGrain(light, plane(round), skin, frame)
  expect(apart(light, plane(round))).toBeLessThan(1.8)
})
