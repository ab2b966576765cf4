import { expect, test } from 'vitest'
import { findRelief } from '../../../../engine/effects/video-trans/find-relief.ts'
import { withArena } from '../../../../engine/raster/arena.ts'

const SIZE = { width: 96, height: 64 } as const

/** What is left bare of a fold at x = 48 that is `lift` levels lighter than a plain ground. */
function reliefOf(ground: number, lift: number) {
  const { width, height } = SIZE
  const luma = Float32Array.from({ length: width * height }, (_, at) =>
    Math.abs((at % width) - 48) < 2 ? ground + lift : ground,
  )
  const tones = { black: 16, white: 235 }
  const relief = withArena(() => findRelief(luma, SIZE, tones, 3).slice())
  return (x: number) => relief[32 * width + x]!
}

test('a fold of dark cloth is left bare, the cloth is not', () => {
  const at = reliefOf(24, 14)
  expect(at(48)).toBeGreaterThan(0.8)
  expect(at(20)).toBe(0)
})

test('noise in the dark and lines in the light are not', () => {
  expect(reliefOf(24, 1)(48)).toBeLessThan(0.1)
  expect(reliefOf(140, 40)(48)).toBeLessThan(0.1)
})
