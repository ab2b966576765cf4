import { boxOfPlane } from '../../geometry/bounding-box.ts'
import type { Box } from '../../geometry/box.ts'
import { medianOrZero, quantileOrZero } from '../../geometry/quantile.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { type LabColour, srgbToLab } from '../../raster/colour/lab.ts'
import { type LabPlanes, readLabPlanes } from '../../raster/colour/lab-planes.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { blurredPart } from './blurred-part.ts'
import { pickPixels } from './pick-pixels.ts'
import { readLabOf } from './read-lab-of.ts'
import {
  OBJECT_SURFACE_BRIGHTEST,
  OBJECT_SURFACE_COLOURED,
  OBJECT_SURFACE_HIGHLIGHT,
  OBJECT_SURFACE_KNEE,
  OBJECT_SURFACE_PAINTED,
  OBJECT_SURFACE_PIXELS,
  OBJECT_SURFACE_SCENE,
  OBJECT_SURFACE_TRUSTED,
  OBJECT_SURFACE_WHITES,
  SURFACES,
} from './tuning.ts'

/** What is known of the surface that a mask covers. */
export type ObjectSurface = {
  /** The part of the picture around the mask that `lab` holds. */
  area: Box
  lab: LabPlanes
  /** Its own colour: medians. */
  own: LabColour
  /** How light the scene is: L* that 98 % of its pixels stay below, or 98 % of the surface's. */
  brightest: number
  /** L* of a white surface in the scene: no channel of a colour is brighter than white is in the same light. */
  white: number
  /** The colour that the scene's light gives a white surface: a* and b*. */
  light: { a: number; b: number }
}

/** Measures the surface under a mask. */
export function measureSurface(picture: Picture, mask: Mask): ObjectSurface {
  const inside = pickPixels(mask, OBJECT_SURFACE_PIXELS)
  // Of a mask that is faint everywhere, the pixels it touches.
  const picked = inside.length > 0 ? inside : pickPixels(mask, OBJECT_SURFACE_PIXELS, 0)
  const some = readLabOf(picture, picked)
  const count = picture.width * picture.height
  const samples = Math.min(count, OBJECT_SURFACE_PIXELS)
  const inScene = Int32Array.from({ length: samples }, (_, n) => Math.floor((n * count) / samples))
  const all = readLabOf(picture, inScene)
  const box = boxOfPlane(mask.data, mask) ?? { left: 0, top: 0, width: 1, height: 1 }
  const area = blurredPart(box, picture)
  return {
    area,
    lab: readLabPlanes(picture, { width: area.width, height: area.height, area, scale: 1 }),
    own: paintOf(some),
    brightest: Math.max(
      quantileOrZero(all.l, OBJECT_SURFACE_BRIGHTEST),
      quantileOrZero(some.l, OBJECT_SURFACE_BRIGHTEST),
    ),
    white: Math.max(whiteBy(picture, inScene), whiteBy(picture, picked)),
    light: lightOf(all),
  }
}

/** L* of white, by the brightest channel of each of some pixels. */
function whiteBy({ data }: Picture, pixels: Int32Array): number {
  const levels = new Float32Array(pixels.length)
  for (let n = 0; n < levels.length; n++) {
    const i = 4 * pixels[n]!
    levels[n] = Math.max(data[i]!, data[i + 1]!, data[i + 2]!)
  }
  const level = quantileOrZero(levels, OBJECT_SURFACE_BRIGHTEST)
  return srgbToLab(level, level, level).l
}

/**
 * The colour that a thing is known by: the median, or that of its light parts where those are many and the rest is
 * much darker, as the windows of a bus are. A painter paints the bus and leaves its windows dark.
 */
function paintOf(lab: LabPlanes): LabColour {
  const [dark, light] = [SURFACES.least, SURFACES.most].map((share) => quantileOrZero(lab.l, share))
  const middle = (dark! + light!) / 2
  const isPaint = lab.l.map((l) => (l > middle ? 1 : 0))
  const share = isPaint.reduce((sum, is) => sum + is, 0) / Math.max(1, lab.l.length)
  const isOne = light! - dark! < SURFACES.light || share < OBJECT_SURFACE_PAINTED
  const typical = (plane: Float32Array): number =>
    medianOrZero(isOne ? plane : plane.filter((_, n) => isPaint[n] === 1))
  return { l: typical(lab.l), a: typical(lab.a), b: typical(lab.b) }
}

/**
 * The colour of the light, of the lightest pixels that are not burnt out and nearly without a colour of their own, as
 * far as it is trusted; none where they are few.
 */
function lightOf(lab: LabPlanes): { a: number; b: number } {
  const least = quantileOrZero(lab.l, OBJECT_SURFACE_WHITES.share)
  const { reddest } = OBJECT_SURFACE_WHITES
  const [whiteA, whiteB]: [number[], number[]] = [[], []]
  for (let i = 0; i < lab.l.length; i++) {
    if (lab.l[i]! < least || lab.l[i]! >= OBJECT_SURFACE_WHITES.burnt) continue
    if (Math.hypot(lab.a[i]!, lab.b[i]!) >= OBJECT_SURFACE_WHITES.chroma) continue
    // Skin is redder than white is by any lamp.
    if (lab.a[i]! > reddest.least + reddest.share * Math.max(0, lab.b[i]!)) continue
    whiteA.push(lab.a[i]!)
    whiteB.push(lab.b[i]!)
  }
  if (whiteA.length < OBJECT_SURFACE_WHITES.fewest * lab.l.length) return { a: 0, b: 0 }
  const [a, b] = [medianOrZero(whiteA), medianOrZero(whiteB)]
  // A bright blue sky is not the light on what stands below it.
  const most = b > 0 ? OBJECT_SURFACE_TRUSTED.warm : OBJECT_SURFACE_TRUSTED.cool
  const share = Math.min(OBJECT_SURFACE_TRUSTED.share, most / Math.max(1, Math.hypot(a, b)))
  return { a: share * a, b: share * b }
}

/**
 * By what share a pixel is a highlight, which mirrors the light and keeps its colour (dichromatic reflection, Shafer
 * 1985): lighter than the surface, and paler than the surface would be in so much light.
 */
export function highlightOf(
  { lab, own, brightest }: Pick<ObjectSurface, 'lab' | 'own' | 'brightest'>,
  i: number,
): number {
  const l = lab.l[i]!
  const { lighter: brighter, grey, paler, below, white } = OBJECT_SURFACE_HIGHLIGHT
  const from = own.l + brighter.from
  // A surface that is nearly white itself has highlights from there on alone.
  const full = Math.max(from, Math.min(OBJECT_SURFACE_WHITES.burnt, own.l + brighter.full))
  const lighter = smoothstep(from, full, l)
  if (lighter === 0) return 0
  const chroma = Math.hypot(own.a, own.b)
  // A surface without a colour shows its highlights only where they are nearly white.
  if (chroma < OBJECT_SURFACE_COLOURED) return lighter * smoothstep(grey.from, grey.full, l)
  const expected = (chroma * (l + 16)) / (own.l + 16)
  const pale = 1 - Math.hypot(lab.a[i]!, lab.b[i]!) / expected
  // The light that a surface mirrors is about the brightest there is: a worn knee is paler, and no highlight.
  const bright = smoothstep(brightest - below.from, brightest - below.full, l)
  const mirrored = bright * smoothstep(paler.from, paler.full, pale)
  return lighter * Math.max(mirrored, smoothstep(white.from, white.full, pale))
}

/** A colour as the light of the scene shows it: a white wall at night is not white, and by a lamp it is yellow. */
export function inSceneLight({ l, a, b }: LabColour, { white, light }: ObjectSurface): LabColour {
  const share = Math.min(
    1,
    Math.max(OBJECT_SURFACE_SCENE.least, (white + 16) / (OBJECT_SURFACE_SCENE.white + 16)),
  )
  const lit = (l + 16) * share - 16
  const tinged = Math.max(0, lit) / 100
  return { l: lit, a: a + tinged * light.a, b: b + tinged * light.b }
}

/** L* without what is above white: the lightest parts come close to it, one after the other. */
export function compressed(l: number): number {
  if (l <= OBJECT_SURFACE_KNEE) return Math.max(0, l)
  const room = 100 - OBJECT_SURFACE_KNEE
  return OBJECT_SURFACE_KNEE + room * (1 - Math.exp((OBJECT_SURFACE_KNEE - l) / room))
}
