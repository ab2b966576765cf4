import { expect, test } from 'vitest'
import { sharpenUpscaled } from '../../../../engine/effects/face-swap/sharpen.ts'
import { readFaceRegion } from '../../../../engine/face/face-region.ts'
import { blur } from '../../../../engine/raster/blur.ts'
import { old } from './sitters.ts'

const sharp = readFaceRegion(old.drawn.picture, old.face)
const soft = { ...sharp, lab: { ...sharp.lab, l: blur(sharp.lab.l, sharp, 1.5) } }
const all = new Float32Array(sharp.lab.l.length).fill(1)
const none = all.map(() => 0)
function shown(canvas: typeof sharp) {
  return { near: canvas, whole: canvas }
}
function raised(given: typeof sharp, beside: typeof sharp, region: Float32Array, enlarged: number) {
  return sharpenUpscaled(shown(given), shown(beside), { near: all, whole: all, region }, enlarged)
}

/** The mean square of the differences between neighbours. */
function detail(light: Float32Array): number {
  return (
    light.reduce((sum, value, i) => sum + (value - (light[i - 1] ?? value)) ** 2, 0) / light.length
  )
}

test('an enlarged face beside a sharp one gets its edges back in part, its skin less than its features', () => {
  const [blurred, features, skin] = [
    soft.lab.l,
    raised(soft, sharp, none, 3),
    raised(soft, sharp, all, 3),
  ].map(detail)
  expect(features).toBeGreaterThan(1.3 * blurred!)
  expect(features).toBeLessThan(detail(sharp.lab.l))
  expect(skin).toBeGreaterThan(blurred!)
  expect(skin! - blurred!).toBeLessThan(0.7 * (features! - blurred!))
})

test('a face that is not enlarged, or as sharp as the one beside it, stays as it is', () => {
  expect(raised(soft, sharp, none, 1)).toBe(soft.lab.l)
  expect(raised(sharp, soft, none, 3)).toBe(sharp.lab.l)
})
