import { expect, test } from 'vitest'
import { sharpened } from '../../../../engine/effects/face-swap/sharpen.ts'
import { blur } from '../../../../engine/effects/skin/blur.ts'
import { openCanvas } from '../../../../engine/effects/skin/canvas.ts'
import { old } from './sitters.ts'

const sharp = openCanvas(old.drawn.picture, old.face)
const soft = { ...sharp, tone: { ...sharp.tone, l: blur(sharp.tone.l, sharp, 1.5) } }
const all = new Float32Array(sharp.tone.l.length).fill(1)
const none = all.map(() => 0)
const shown = (canvas: typeof sharp) => ({ near: canvas, whole: canvas })
const raised = (
  given: typeof sharp,
  beside: typeof sharp,
  region: Float32Array,
  enlarged: number,
) => sharpened(shown(given), shown(beside), { near: all, whole: all, region }, enlarged)

/** The mean square of the differences between neighbours. */
const detail = (light: Float32Array): number =>
  light.reduce((sum, value, i) => sum + (value - (light[i - 1] ?? value)) ** 2, 0) / light.length

test('an enlarged face beside a sharp one gets its edges back in part, its skin less than its features', () => {
  const [blurred, features, skin] = [
    soft.tone.l,
    raised(soft, sharp, none, 3),
    raised(soft, sharp, all, 3),
  ].map(detail)
  expect(features).toBeGreaterThan(1.3 * blurred!)
  expect(features).toBeLessThan(detail(sharp.tone.l))
  expect(skin).toBeGreaterThan(blurred!)
  expect(skin! - blurred!).toBeLessThan(0.7 * (features! - blurred!))
})

test('a face that is not enlarged, or as sharp as the one beside it, stays as it is', () => {
  expect(raised(soft, sharp, none, 1)).toBe(soft.tone.l)
  expect(raised(sharp, soft, none, 3)).toBe(sharp.tone.l)
})
