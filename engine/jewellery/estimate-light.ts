import type { Box } from '../geometry/box.ts'
import type { Point } from '../geometry/point.ts'
import { luminance, srgbToLinear } from '../raster/colour/lab.ts'
import type { Picture } from '../raster/picture.ts'
import {
  EXPOSURE,
  LIGHT_CAST_SHARE,
  LIGHT_DARKEST,
  LIGHT_DIMMED,
  LIGHT_GAIN,
  LIGHT_MAX_SLOPE,
  NEUTRAL_WHITE,
} from './tuning.ts'

/** The light where a product is worn. */
export type Light = {
  /** What it multiplies linear red, green and blue by. */
  gain: readonly [number, number, number]
  /** How the light grows across the picture: its logarithm's change per pixel to the right and down. */
  slope: Point
}

/** The light of a product picture, which shops take in plenty of white light. */
export const STUDIO: Light = { gain: [1, 1, 1], slope: { x: 0, y: 0 } }

/** What the light is read from: skin near the product, and what neutral white looks like where it is known. */
export type LightProbe = {
  /** Skin where the product is worn, as weights 0–1 over a part of the picture. */
  near: (x: number, y: number) => number
  /** The part to read, pixels. */
  box: Box
  /** The luminance of the same skin in full light, linear 0–1. */
  lit: number
  /** The colour of a white surface in this light, linear, any brightness; by it the cast is told from the skin. */
  white?: readonly [number, number, number] | undefined
  /** The longer side of the product, pixels. */
  size: number
}

/**
 * Estimates the light on what is worn: its level from the skin beside it compared with the same skin in full light and
 * with white, its colour from a white that is known (the sclera is near to neutral), its direction from a plane fitted
 * to the logarithm of the skin's luminance.
 */
export function estimateLight(picture: Picture, probe: LightProbe): Light {
  const skin = readSkin(picture, probe)
  if (!skin) return STUDIO
  const level = Math.min(1, skin.light / Math.max(1e-3, probe.lit))
  const exposure = exposureOf(probe)
  const cast = castOf(probe)
  const gain = cast.map((tint) =>
    Math.min(
      LIGHT_GAIN.most,
      Math.max(LIGHT_GAIN.least, (level * exposure) ** LIGHT_DIMMED * tint),
    ),
  ) as [number, number, number]
  const steepest = LIGHT_MAX_SLOPE / Math.max(1, probe.size)
  const steep = Math.hypot(skin.slope.x, skin.slope.y)
  const kept = steep > steepest ? steepest / steep : 1
  return { gain, slope: { x: skin.slope.x * kept, y: skin.slope.y * kept } }
}

/** Skin in full light reflects about a quarter (pale) to a twentieth (dark); white tells how bright the light is. */
function exposureOf({ lit, white }: LightProbe): number {
  const { bySkin } = EXPOSURE
  // Sclera reflects about six tenths of the light; without it skin in full light is taken as exposed well.
  const bright = white
    ? luminance(...white) / EXPOSURE.sclera
    : Math.max(bySkin.least, Math.min(bySkin.most, bySkin.dark + lit))
  return Math.min(EXPOSURE.most, Math.max(EXPOSURE.least, bright))
}

/**
 * The colour of the light. Lids and skin tint the white of an eye, so that in neutral light, too, it is reddish: what
 * whites have there is no cast, and of a stronger one only what is beyond counts.
 */
function castOf({ white }: LightProbe): [number, number, number] {
  if (!white) return [1, 1, 1]
  const light = Math.max(1e-4, luminance(...white))
  const cast = white.map((value, c) => {
    const [least, most] = NEUTRAL_WHITE[c]!
    const share = value / light
    return Math.max(1e-2, share / Math.min(most, Math.max(least, share)))
  }) as [number, number, number]
  const whole = luminance(...cast)
  return cast.map((value) => (value / whole) ** LIGHT_CAST_SHARE) as [number, number, number]
}

/** The mean luminance of the skin near the product, and the slope of its logarithm; undefined where there is none. */
function readSkin(
  { width, height, data }: Picture,
  { near, box }: LightProbe,
): { light: number; slope: Point } | undefined {
  const step = Math.max(1, Math.floor(Math.max(box.width, box.height) / 60))
  let [n, sx, sy, xx, yy, xy, s, vx, vy, sum] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  const [left, top] = [Math.max(0, Math.floor(box.left)), Math.max(0, Math.floor(box.top))]
  for (let y = top; y < Math.min(height, box.top + box.height); y += step) {
    for (let x = left; x < Math.min(width, box.left + box.width); x += step) {
      const weight = near(x, y)
      if (weight < 0.5) continue
      const at = (y * width + x) * 4
      const light = luminance(
        srgbToLinear(data[at]!),
        srgbToLinear(data[at + 1]!),
        srgbToLinear(data[at + 2]!),
      )
      const log = Math.log(light + LIGHT_DARKEST)
      const u = x - box.left - box.width / 2
      const v = y - box.top - box.height / 2
      n++
      sx += u
      sy += v
      xx += u * u
      yy += v * v
      xy += u * v
      s += log
      vx += log * u
      vy += log * v
      sum += light
    }
  }
  if (n < 12) return undefined
  const cxx = xx - (sx * sx) / n
  const cyy = yy - (sy * sy) / n
  const cxy = xy - (sx * sy) / n
  const cvx = vx - (s * sx) / n
  const cvy = vy - (s * sy) / n
  const det = cxx * cyy - cxy * cxy
  const slope =
    det > 1e-3
      ? { x: (cvx * cyy - cvy * cxy) / det, y: (cvy * cxx - cvx * cxy) / det }
      : { x: 0, y: 0 }
  return { light: sum / n, slope }
}
