import { readFaceRegion } from '../../face/face-region.ts'
import { medianOrZero, quantileOrZero } from '../../geometry/quantile.ts'
import { withArena } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import {
  COLOUR_MAX_WIDTH,
  COLOUR_SPREAD_LIGHTNESS,
  COLOUR_SPREAD_QUANTILE,
  COLOUR_SPREAD_SIGMA,
  COLOUR_SPREAD_STEP,
} from './tuning.ts'

/** The colours of a face and of what is around it, in units of CIELAB's a* and b*. */
export type ColourSpread = {
  /** How far the colours of equally light pixels lie apart. */
  spread: number
  /** How far they lie from grey. */
  chroma: number
}

/**
 * Measures whether a face's picture has colours: in a grey picture and in one toned in any colours, a pixel's lightness
 * determines its colour, whatever the tone. In light of any colour lips, skin, hair and clothes of one lightness still
 * differ. Both figures are the 90th percentile.
 */
export function measureColourSpread(picture: Picture, face: Face): ColourSpread {
  return withArena(() => {
    const region = readFaceRegion(picture, face, COLOUR_MAX_WIDTH)
    const soft = (plane: Float32Array): Float32Array =>
      blur(plane, region, COLOUR_SPREAD_SIGMA * region.faceWidth)
    const [l, a, b] = [soft(region.lab.l), soft(region.lab.a), soft(region.lab.b)]
    const distances: number[] = []
    const chromas: number[] = []
    for (const pixels of byLightness(l)) {
      const middle = { a: medianAt(a, pixels), b: medianAt(b, pixels) }
      for (const i of pixels) {
        distances.push(Math.hypot(a[i]! - middle.a, b[i]! - middle.b))
        chromas.push(Math.hypot(a[i]!, b[i]!))
      }
    }
    return {
      spread: quantileOrZero(distances, COLOUR_SPREAD_QUANTILE),
      chroma: quantileOrZero(chromas, COLOUR_SPREAD_QUANTILE),
    }
  })
}

/** The pixels that count, in groups of one lightness. */
function byLightness(l: Float32Array): number[][] {
  const groups = Array.from(
    { length: Math.ceil(100 / COLOUR_SPREAD_STEP.lightness) },
    (): number[] => [],
  )
  for (let i = 0; i < l.length; i++) {
    if (l[i]! <= COLOUR_SPREAD_LIGHTNESS.from || l[i]! >= COLOUR_SPREAD_LIGHTNESS.to) continue
    groups[Math.floor(l[i]! / COLOUR_SPREAD_STEP.lightness)]!.push(i)
  }
  return groups.filter((pixels) => pixels.length >= COLOUR_SPREAD_STEP.least)
}

function medianAt(plane: Float32Array, pixels: readonly number[]): number {
  return medianOrZero(pixels.map((i) => plane[i]!))
}
