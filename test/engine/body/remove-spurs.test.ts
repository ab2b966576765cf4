import { expect, test } from 'vitest'
import { removeSpurs } from '../../../engine/body/remove-spurs.ts'
import {
  CERTAIN_ALPHA,
  NEIGHBOURHOOD_REDUCED_SIGMA,
  NEIGHBOURHOOD_SIGMA,
  REMOVE_SPURS_PERSON_SHARE,
} from '../../../engine/body/tuning.ts'
import { smoothstep } from '../../../engine/geometry/smoothstep.ts'
import { blur } from '../../../engine/raster/filter/blur.ts'

const SIZE = { width: 200, height: 240 }
const SCALE = 660

/** A soft edge at x 100 with an uncertain spur of 4 rows at y 60, a bulge of 80 rows and a certain finger. */
function matteWithSpur(): Uint8Array {
  const matte = new Uint8Array(SIZE.width * SIZE.height)
  for (let y = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++) {
      const edge = y >= 140 && y < 220 ? 112 : 100
      matte[y * SIZE.width + x] = Math.min(255, Math.max(0, 128 + 64 * (edge - x)))
      if (y >= 60 && y < 64 && x >= 100 && x < 116) matte[y * SIZE.width + x] = 180
      if (y >= 20 && y < 30 && x >= 100 && x < 130) matte[y * SIZE.width + x] = 255
    }
  }
  return matte
}

test('removes a spur and keeps soft edges, bulges and what is certainly the person', () => {
  const matte = matteWithSpur()
  const before = matte.slice()
  removeSpurs(matte, SIZE, SCALE)
  const at = (x: number, y: number, plane = matte) => plane[y * SIZE.width + x]!
  expect(at(110, 62, before)).toBe(180)
  expect(at(106, 62)).toBeLessThan(60)
  for (const x of [110, 114]) expect(at(x, 62)).toBeLessThan(12)
  for (const y of [100, 180]) {
    const edge = y === 180 ? 112 : 100
    for (let x = edge - 4; x < edge + 4; x++) {
      expect(Math.abs(at(x, y) - at(x, y, before))).toBeLessThan(20)
    }
  }
  expect(at(128, 25)).toBe(255)
})

/** A wavy soft outline with uncertain spurs of several widths and angles, of sides that no copy divides. */
function wavyMatte({ width, height }: { width: number; height: number }): Uint8Array {
  const matte = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const edge = 0.45 * width + 0.06 * width * Math.sin(y / 31) + 9 * Math.sin(y / 7)
      const spur = Math.abs(((y + 0.4 * x) % 57) - 20) < 1 + (y % 171) / 40 ? 190 : 0
      const isNear = x > edge && x < edge + 40
      const soft = Math.min(255, Math.max(0, 128 + 40 * (edge - x)))
      matte[y * width + x] = Math.max(soft, isNear ? spur : 0)
    }
  }
  return matte
}

/** What is left of the spurs with their neighbourhood measured at full size. */
function withoutSpurs(matte: Uint8Array, size: { width: number; height: number }, sigma: number) {
  const near = blur(new Float32Array(matte), size, sigma)
  const { removed, kept } = REMOVE_SPURS_PERSON_SHARE
  return matte.map((value, i) =>
    value > CERTAIN_ALPHA ? value : value * smoothstep(removed, kept, near[i]! / 255),
  )
}

test.each([1.9, 2, 3, 5])(
  'measures a neighbourhood %s times as wide as need be on a smaller copy',
  (times) => {
    const size = { width: 431, height: 657 }
    const sigma = times * NEIGHBOURHOOD_REDUCED_SIGMA
    const matte = wavyMatte(size)
    const whole = withoutSpurs(matte, size, sigma)
    const before = matte.slice()
    removeSpurs(matte, size, sigma / NEIGHBOURHOOD_SIGMA.share)
    let [most, sum, changed] = [0, 0, 0]
    for (let i = 0; i < matte.length; i++) {
      most = Math.max(most, Math.abs(matte[i]! - whole[i]!))
      sum += Math.abs(matte[i]! - whole[i]!)
      if (before[i]! - whole[i]! > 40) changed++
    }
    expect(changed).toBeGreaterThan(1000)
    expect(most).toBeLessThanOrEqual(times < 2 ? 0 : 12)
    expect(sum / matte.length).toBeLessThan(0.05)
  },
)
