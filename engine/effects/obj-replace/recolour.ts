import { type LabColour, labToSrgb, srgbToLab } from '../../raster/colour/lab.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { mix } from './mix.ts'
import { compressed, highlightOf, inSceneLight, measureSurface } from './object-surface.ts'
import { KEPT_CHROMA, LIGHTENED_CONTRAST } from './tuning.ts'

/**
 * Gives what a mask covers another colour. In CIELAB: folds, texture and shadows keep their lightness relative to the
 * surface, chroma grows with the light as a surface's does, and highlights keep the colour of the light.
 * @param rgb sRGB levels
 */
export function recolour(
  picture: Picture,
  mask: Mask,
  rgb: readonly [number, number, number],
): Picture {
  const surface = measureSurface(picture, mask)
  const { area, lab, own } = surface
  const to = inSceneLight(srgbToLab(...rgb), surface)
  const contrast = contrastOf(own.l, to.l)
  const kept =
    KEPT_CHROMA.share * Math.min(1, Math.max(KEPT_CHROMA.least, chromaOf(to) / KEPT_CHROMA.full))
  const data = new Uint8ClampedArray(picture.data)
  for (let y = 0, at = 0; y < area.height; y++) {
    const row = (area.top + y) * picture.width + area.left
    for (let i = row; i < row + area.width; i++, at++) {
      if (mask.data[i] === 0) continue
      const was = (lab.l[at]! + 16) / (own.l + 16)
      const light = compressed((to.l + 16) * was ** contrast - 16)
      const gloss = highlightOf(surface, at)
      const grown = (light + 16) / (to.l + 16)
      const [offA, offB] = [lab.a[at]! - was * own.a, lab.b[at]! - was * own.b]
      const left = kept * Math.min(1, KEPT_CHROMA.most / Math.max(1, kept * Math.hypot(offA, offB)))
      const a = grown * to.a + left * offA
      const b = grown * to.b + left * offB
      const [red, green, blue] = labToSrgb({
        l: light + gloss * Math.max(0, lab.l[at]! - light),
        a: a + gloss * (lab.a[at]! - a),
        b: b + gloss * (lab.b[at]! - b),
      })
      data[4 * i] = red
      data[4 * i + 1] = green
      data[4 * i + 2] = blue
    }
  }
  return mix(picture, { width: picture.width, height: picture.height, data }, mask)
}

function chromaOf({ a, b }: LabColour): number {
  return Math.hypot(a, b)
}

/** The exponent of the surface's relative lightness: 1 unless it becomes much lighter. */
function contrastOf(from: number, to: number): number {
  const lightened = Math.log((to + 16) / (from + 16))
  return lightened <= 0 ? 1 : 1 - (1 - LIGHTENED_CONTRAST) * Math.min(1, lightened / Math.log(3))
}
