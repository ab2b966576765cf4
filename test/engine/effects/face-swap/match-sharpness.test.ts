import { describe, expect, test } from 'vitest'
import {
  matchingBlurSigma,
  sharpenUpscaled,
} from '../../../../engine/effects/face-swap/match-sharpness.ts'
import { readFaceRegion } from '../../../../engine/face/face-region.ts'
import { blur } from '../../../../engine/raster/filter/blur.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { target } from './sitters.ts'

const sharp = readFaceRegion(target.drawn.picture, target.face)
const soft = { ...sharp, lab: { ...sharp.lab, l: blur(sharp.lab.l, sharp, 1.5) } }
const all = new Float32Array(sharp.lab.l.length).fill(1)
const none = all.map(() => 0)

function sharpened(
  donor: typeof sharp,
  beside: typeof sharp,
  donorSkin: Float32Array,
  upscaled: number,
): Float32Array {
  return sharpenUpscaled(
    { fine: donor, coarse: donor },
    { fine: beside, coarse: beside },
    { fine: all, coarse: all, donorSkin },
    upscaled,
  )
}

/** The mean square of the differences between neighbours. */
function detail(light: Float32Array): number {
  return (
    light.reduce((sum, value, i) => sum + (value - (light[i - 1] ?? value)) ** 2, 0) / light.length
  )
}

test('an upscaled face beside a sharp one regains part of its edges, its skin less than its features', () => {
  const [blurred, features, skin] = [
    soft.lab.l,
    sharpened(soft, sharp, none, 3),
    sharpened(soft, sharp, all, 3),
  ].map(detail)
  expect(features).toBeGreaterThan(1.3 * blurred!)
  expect(features).toBeLessThan(detail(sharp.lab.l))
  expect(skin).toBeGreaterThan(blurred!)
  expect(skin! - blurred!).toBeLessThan(0.7 * (features! - blurred!))
})

test('a face that is not upscaled, or is as sharp as the one beside it, stays as it is', () => {
  expect(sharpened(soft, sharp, none, 1)).toBe(soft.lab.l)
  expect(sharpened(sharp, soft, none, 3)).toBe(sharp.lab.l)
})

describe('a donor is blurred', () => {
  const random = seededRandom(3)
  const freckles = sharp.lab.l.map(() => 6 * (random() - 0.5))
  const sigma = (l: Float32Array) => {
    const donor = { ...sharp, lab: { ...sharp.lab, l } }
    const both = [donor, sharp].map((face) => ({ fine: face, coarse: face }))
    return matchingBlurSigma(both[0]!, both[1]!, { fine: all, coarse: all })
  }

  test('for freckles and pores, which the face beside it does not have', () => {
    expect(sigma(sharp.lab.l.map((value, i) => value + freckles[i]!))).toBeGreaterThan(0.3)
  })

  test('not where it is as sharp', () => {
    expect(sigma(sharp.lab.l)).toBe(0)
  })
})
