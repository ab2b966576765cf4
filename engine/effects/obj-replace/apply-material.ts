import type { Material } from '../../../catalog/object-prompt/material-words.ts'
import { medianOrZero, quantileOrZero } from '../../geometry/quantile.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { type LabColour, labToSrgb, srgbToLab } from '../../raster/colour/lab.ts'
import { blurWithin } from '../../raster/filter/blur.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { estimatePlane } from './estimate-plane.ts'
import { findHighlights } from './find-highlights.ts'
import { mix } from './mix.ts'
import { compressed, inSceneLight, measureSurface } from './object-surface.ts'
import { onPlane } from './on-plane.ts'
import { TEXTURES } from './textures/textures.ts'
import {
  KEPT_FOLDS,
  LIT_MATERIAL,
  MATERIAL_CHROMA,
  MATERIAL_PRINT,
  MATERIAL_SAMPLES,
  MOST_HIGHLIGHTS,
  TEXTURES_FOLDS,
} from './tuning.ts'

/**
 * Gives what a mask covers the surface of a material: a procedural texture at the scale of the scene, in the plane of
 * the old surface where its lines tell it, in the light, folds and shadows of the old surface.
 * @param scale pixels that a centimetre of the scene takes
 * @param tint sRGB levels, for a material of a given colour
 */
export function applyMaterial(
  picture: Picture,
  mask: Mask,
  material: Material,
  scale: number,
  tint?: readonly [number, number, number],
): Picture {
  const { width, height } = picture
  const surface = measureSurface(picture, mask)
  const { area, lab, own } = surface
  const texture = TEXTURES[material]
  const { paint, gloss, contrast, shading } = texture
  const highlights = findHighlights(surface, mask)
  const [weight, covered] = [new Float32Array(lab.l.length), new Float32Array(lab.l.length)]
  for (let y = 0, at = 0; y < area.height; y++) {
    const row = (area.top + y) * width + area.left
    for (let i = row; i < row + area.width; i++, at++) {
      if (mask.data[i] === 0) continue
      covered[at] = mask.data[i]! / 255
      const print = smoothstep(MATERIAL_PRINT.from, MATERIAL_PRINT.full, lab.l[at]! - own.l)
      weight[at] = covered[at]! * (1 - print)
    }
  }
  const isShiny = shareOf(highlights, covered) < MOST_HIGHLIGHTS
  const sigma = Math.max(1, shading * Math.max(width, height))
  const shade = blurWithin(lab.l, weight, area, sigma)
  if (shading === TEXTURES_FOLDS) keepFolds(shade, lab.l, weight)
  const pixel = 1 / scale
  const mean = meanOf((x, y) => paint(x, y, pixel))
  const wished = tint && srgbToLab(...tint)
  const tinted = wished && tintTo(wished, mean)
  const ratioOf = (at: number): number => (shade[at]! + 16) / (own.l + 16)
  const power = powerWithin(contrast, inSceneLight(wished ?? mean, surface).l, ratioOf, covered)
  const painted = onPlane(texture, estimatePlane(picture, mask), scale, picture)
  const data = new Uint8ClampedArray(picture.data)
  for (let y = area.top, at = 0; y < area.top + area.height; y++) {
    for (let x = area.left, i = y * width + x; x < area.left + area.width; x++, i++, at++) {
      if (mask.data[i] === 0) continue
      const [red, green, blue] = painted(x, y)
      const plain = srgbToLab(red, green, blue)
      const base = inSceneLight(tinted ? tinted(plain) : plain, surface)
      const ratio = ratioOf(at) ** power
      const l = compressed((base.l + 16) * ratio - 16)
      const shine = isShiny ? gloss * highlights[at]! : 0
      const grown = Math.max(0, (l + 16) / (base.l + 16))
      const colour = labToSrgb({
        l: l + shine * Math.max(0, lab.l[at]! - l),
        a: grown * base.a * (1 - shine) + shine * lab.a[at]!,
        b: grown * base.b * (1 - shine) + shine * lab.b[at]!,
      })
      for (let c = 0; c < 3; c++) data[4 * i + c] = colour[c]!
    }
  }
  return mix(picture, { width, height, data }, mask)
}

/**
 * The exponent of a surface's relative lightness that lets its lit parts stay below white: what mirrors light has
 * stronger shading, and a light one no room for it.
 */
function powerWithin(
  contrast: number,
  light: number,
  ratioOf: (at: number) => number,
  covered: Float32Array,
): number {
  const some: number[] = []
  for (let at = 0; at < covered.length; at += LIT_MATERIAL.apart) {
    if (covered[at]! > 0.5) some.push(ratioOf(at))
  }
  const lit = Math.log(Math.max(1, quantileOrZero(Float32Array.from(some), LIT_MATERIAL.quantile)))
  const room = Math.log(Math.max(1, (LIT_MATERIAL.white + 16) / (light + 16)))
  const least = Math.min(contrast, LIT_MATERIAL.least)
  return lit * contrast <= room ? contrast : Math.max(least, room / lit)
}

/**
 * Puts back into a blurred shading what stands out more than the old surface's own weave: the sharp edges of folds,
 * seams and buttons, without which a garment looks painted over.
 */
function keepFolds(shade: Float32Array, l: Float32Array, weight: Float32Array): void {
  const some: number[] = []
  for (let at = 0; at < shade.length; at += KEPT_FOLDS.apart) {
    if (weight[at]! > 0.5) some.push(Math.abs(l[at]! - shade[at]!))
  }
  const weave = Math.max(KEPT_FOLDS.least, KEPT_FOLDS.weaves * medianOrZero(some))
  for (let at = 0; at < shade.length; at++) {
    const off = weight[at]! * (l[at]! - shade[at]!)
    if (Math.abs(off) > weave) shade[at] = shade[at]! + off - Math.sign(off) * weave
  }
}

/** The share of what a mask covers that highlights make up. */
function shareOf(highlights: Float32Array, weight: Float32Array): number {
  let [found, all] = [0, 0]
  for (let at = 0; at < highlights.length; at++) {
    if (weight[at]! < 0.5) continue
    all++
    found += highlights[at]!
  }
  return found / Math.max(1, all)
}

function meanOf(paint: (x: number, y: number) => readonly [number, number, number]): LabColour {
  const sum = { l: 0, a: 0, b: 0 }
  const count = MATERIAL_SAMPLES.side ** 2
  for (let n = 0; n < count; n++) {
    const x = (n % MATERIAL_SAMPLES.side) * MATERIAL_SAMPLES.apart
    const y = Math.floor(n / MATERIAL_SAMPLES.side) * MATERIAL_SAMPLES.apart
    const { l, a, b } = srgbToLab(...paint(x, y))
    sum.l += l / count
    sum.a += a / count
    sum.b += b / count
  }
  return sum
}

/** A texture's colours moved so that their mean is another one; lightness by ratio, as a dye does. */
function tintTo(wished: LabColour, mean: LabColour): (own: LabColour) => LabColour {
  return ({ l, a, b }) => ({
    l: Math.min(100, ((l + 16) / (mean.l + 16)) * (wished.l + 16) - 16),
    a: wished.a + MATERIAL_CHROMA * (a - mean.a),
    b: wished.b + MATERIAL_CHROMA * (b - mean.b),
  })
}
