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
  const { lab, own } = surface
  const to = inSceneLight(srgbToLab(...rgb), surface)
  const contrast = contrastOf(own.l, to.l)
  const kept =
    KEPT_CHROMA.share * Math.min(1, Math.max(KEPT_CHROMA.least, chromaOf(to) / KEPT_CHROMA.full))
  const data = new Uint8ClampedArray(picture.data)
  for (let i = 0; i < mask.data.length; i++) {
    if (mask.data[i] === 0) continue
    const ratio = ((lab.l[i]! + 16) / (own.l + 16)) ** contrast
    const light = compressed((to.l + 16) * ratio - 16)
    const gloss = highlightOf(surface, i)
    const grown = (light + 16) / (to.l + 16)
    const was = (lab.l[i]! + 16) / (own.l + 16)
    const a = grown * to.a + kept * (lab.a[i]! - was * own.a)
    const b = grown * to.b + kept * (lab.b[i]! - was * own.b)
    const [red, green, blue] = labToSrgb({
      l: light + gloss * Math.max(0, lab.l[i]! - light),
      a: a + gloss * (lab.a[i]! - a),
      b: b + gloss * (lab.b[i]! - b),
    })
    data[4 * i] = red
    data[4 * i + 1] = green
    data[4 * i + 2] = blue
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
