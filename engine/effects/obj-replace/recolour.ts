import { quantileOrZero } from '../../geometry/quantile.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { type LabColour, labToSrgb, srgbToLab } from '../../raster/colour/lab.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { findHighlights } from './find-highlights.ts'
import { mix } from './mix.ts'
import { compressed, inSceneLight, measureSurface, type ObjectSurface } from './object-surface.ts'
import { shadeWithoutWear } from './shade-without-wear.ts'
import { KEPT_CHROMA, LIGHTENED, LIT_WHITE } from './tuning.ts'

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
  const highlights = findHighlights(surface, mask)
  const shade = shadesFor(to, surface, mask)
  const kept =
    KEPT_CHROMA.share * Math.min(1, Math.max(KEPT_CHROMA.least, chromaOf(to) / KEPT_CHROMA.full))
  const data = new Uint8ClampedArray(picture.data)
  const recolourRow = (y: number): void => {
    const row = (area.top + y) * picture.width + area.left
    for (let i = row, at = y * area.width; i < row + area.width; i++, at++) {
      if (mask.data[i] === 0) continue
      const was = (lab.l[at]! + 16) / (own.l + 16)
      const light = compressed((to.l + 16) * shade[at]! - 16)
      const gloss = highlights[at]!
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
  for (let y = 0; y < area.height; y++) recolourRow(y)
  return mix(picture, { width: picture.width, height: picture.height, data }, mask)
}

function chromaOf({ a, b }: LabColour): number {
  return Math.hypot(a, b)
}

/**
 * The lightness of what a mask covers relative to its new colour, as a share of L* + 16. Of what becomes much lighter
 * folds are fainter and wear goes; and white is as light as the scene's in its lit parts, not in its typical ones,
 * above which there is no room.
 */
function shadesFor(to: LabColour, surface: ObjectSurface, mask: Mask): Float32Array {
  const { area, lab, own } = surface
  const lightened = Math.max(0, Math.log((to.l + 16) / (own.l + 16)))
  const contrast = 1 - (1 - LIGHTENED.contrast) * Math.min(1, lightened / Math.log(3))
  const unworn = smoothstep(0, Math.log(LIGHTENED.unworn), lightened)
  const shade = new Float32Array(lab.l.length)
  const some: number[] = []
  let n = 0
  const shadeRow = (y: number): void => {
    const row = (area.top + y) * mask.width + area.left
    for (let i = row, at = y * area.width; i < row + area.width; i++, at++) {
      if (mask.data[i] === 0) continue
      const was = (lab.l[at]! + 16) / (own.l + 16)
      const pure = unworn === 0 ? was : was + unworn * (shadeWithoutWear(surface, at) - was)
      shade[at] = pure ** contrast
      if (mask.data[i]! > 127 && n++ % LIT_WHITE.apart === 0) some.push(shade[at]!)
    }
  }
  for (let y = 0; y < area.height; y++) shadeRow(y)
  const lit = Math.max(1, quantileOrZero(Float32Array.from(some), LIT_WHITE.quantile))
  const typical = 1 + (lit - 1) * smoothstep(LIT_WHITE.from, LIT_WHITE.full, to.l)
  for (let at = 0; at < shade.length; at++) shade[at] = shade[at]! / typical
  return shade
}
