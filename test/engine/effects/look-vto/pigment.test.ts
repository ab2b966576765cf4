import { expect, test } from 'vitest'
import { limitPale } from '../../../../engine/effects/look-vto/pigment.ts'
import { type LinearRgb, luminance } from '../../../../engine/raster/colour/lab.ts'

const WARM: LinearRgb = [0.98, 0.32, 0.12]
const PEARL: LinearRgb = [0.96, 0.56, 0.34]

function lightOn(skin: LinearRgb) {
  return { colour: [1.12, 0.73, 0.51] as LinearRgb, skin, skinLuminance: luminance(...skin) }
}

test('what is nearly white takes on the hue of skin in warm light, and keeps its luminance', () => {
  const [r, g, b] = limitPale(PEARL, 'efe2d6', lightOn(WARM))
  expect(b / r).toBeLessThan(0.8 * (PEARL[2] / PEARL[0]))
  expect(luminance(r, g, b)).toBeCloseTo(luminance(...PEARL), 3)
})

test('on dark skin it is limited, and a vivid pigment is not', () => {
  const dark = lightOn([0.09, 0.04, 0.02])
  expect(luminance(...limitPale(PEARL, 'efe2d6', dark))).toBeLessThan(0.5 * luminance(...PEARL))
  expect(limitPale(PEARL, '38b6c9', dark)).toEqual(PEARL)
})
