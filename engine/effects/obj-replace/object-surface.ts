import { quantileOrZero } from '../../geometry/quantile.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import type { LabColour } from '../../raster/colour/lab.ts'
import { type LabPlanes, readLabPlanes } from '../../raster/colour/lab-planes.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import {
  OBJECT_SURFACE_BRIGHTEST,
  OBJECT_SURFACE_COLOURED,
  OBJECT_SURFACE_HIGHLIGHT,
  OBJECT_SURFACE_KNEE,
  OBJECT_SURFACE_PIXELS,
  OBJECT_SURFACE_SCENE,
  OBJECT_SURFACE_TRUSTED,
  OBJECT_SURFACE_WHITES,
} from './tuning.ts'

/** What is known of the surface that a mask covers. */
export type ObjectSurface = {
  lab: LabPlanes
  /** Its own colour: medians. */
  own: LabColour
  /** How light the scene is: L* that 98 % of its pixels stay below, or 98 % of the surface's. */
  brightest: number
  /** The colour that the scene's light gives a white surface: a* and b*. */
  light: { a: number; b: number }
}

/** Measures the surface under a mask. */
export function measureSurface(picture: Picture, mask: Mask): ObjectSurface {
  const { width, height } = picture
  const area = { left: 0, top: 0, width, height }
  const lab = readLabPlanes(picture, { width, height, area, scale: 1 })
  const inside: number[] = []
  for (let i = 0; i < mask.data.length; i++) if (mask.data[i]! > 127) inside.push(i)
  // Of a mask that is faint everywhere, the pixels it touches.
  if (inside.length === 0) for (const [i, level] of mask.data.entries()) if (level) inside.push(i)
  const step = Math.max(1, Math.floor(inside.length / OBJECT_SURFACE_PIXELS))
  const some = inside.filter((_, n) => n % step === 0)
  const middle = (plane: Float32Array): number => quantileAt(plane, some, 0.5)
  const all = Array.from({ length: Math.min(lab.l.length, OBJECT_SURFACE_PIXELS) }, (_, n) =>
    Math.floor((n * lab.l.length) / Math.min(lab.l.length, OBJECT_SURFACE_PIXELS)),
  )
  return {
    lab,
    own: { l: middle(lab.l), a: middle(lab.a), b: middle(lab.b) },
    brightest: Math.max(
      quantileAt(lab.l, all, OBJECT_SURFACE_BRIGHTEST),
      quantileAt(lab.l, some, OBJECT_SURFACE_BRIGHTEST),
    ),
    light: lightOf(lab, all),
  }
}

/**
 * The colour of the light, of the lightest pixels that are not burnt out and nearly without a colour of their own, as
 * far as it is trusted; none where they are few.
 */
function lightOf(lab: LabPlanes, pixels: readonly number[]): { a: number; b: number } {
  const least = quantileAt(lab.l, pixels, OBJECT_SURFACE_WHITES.share)
  const whites = pixels.filter(
    (i) =>
      lab.l[i]! >= least &&
      lab.l[i]! < OBJECT_SURFACE_WHITES.burnt &&
      Math.hypot(lab.a[i]!, lab.b[i]!) < OBJECT_SURFACE_WHITES.chroma,
  )
  if (whites.length < OBJECT_SURFACE_WHITES.fewest * pixels.length) return { a: 0, b: 0 }
  const [a, b] = [quantileAt(lab.a, whites, 0.5), quantileAt(lab.b, whites, 0.5)]
  // A bright blue sky is not the light on what stands below it.
  const most = b > 0 ? OBJECT_SURFACE_TRUSTED.warm : OBJECT_SURFACE_TRUSTED.cool
  const share = Math.min(OBJECT_SURFACE_TRUSTED.share, most / Math.max(1, Math.hypot(a, b)))
  return { a: share * a, b: share * b }
}

function quantileAt(plane: Float32Array, pixels: readonly number[], share: number): number {
  return quantileOrZero(
    pixels.map((i) => plane[i]!),
    share,
  )
}

/**
 * By what share a pixel is a highlight, which mirrors the light and keeps its colour (dichromatic reflection, Shafer
 * 1985): lighter than the surface, and paler than the surface would be in so much light.
 */
export function highlightOf({ lab, own }: ObjectSurface, i: number): number {
  const l = lab.l[i]!
  const { lighter: brighter, grey, paler } = OBJECT_SURFACE_HIGHLIGHT
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
  return lighter * smoothstep(paler.from, paler.full, pale)
}

/** A colour as the light of the scene shows it: a white wall at night is not white, and by a lamp it is yellow. */
export function inSceneLight(
  { l, a, b }: LabColour,
  { brightest, light }: ObjectSurface,
): LabColour {
  const share = Math.min(
    1,
    Math.max(OBJECT_SURFACE_SCENE.least, (brightest + 16) / (OBJECT_SURFACE_SCENE.white + 16)),
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
