import { readFaceRegion } from '../../face/face-region.ts'
import { median, quantile } from '../../geometry/quantile.ts'
import { withArena } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'

/** Bound of the face's width in region pixels: colour needs no detail. */
const MAX_WIDTH = 210

/** A sigma in widths of the face. It takes away noise, and the edges at which a JPEG has chroma at half the size. */
const SIGMA = 0.012

/** L* of the pixels that count: in deep shadow and near white eight bits say little about the colour. */
const LIGHTNESS = { from: 12, to: 97 } as const

/** Pixels whose L* differs by less than this are compared; fewer than `least` of them are left out. */
const STEP = { lightness: 3, least: 12 } as const

/** The quantile that is given: lips, eyes, hair and clothes are a tenth of the region and more. */
const QUANTILE = 0.9

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
    const region = readFaceRegion(picture, face, MAX_WIDTH)
    const soft = (plane: Float32Array): Float32Array =>
      blur(plane, region, SIGMA * region.faceWidth)
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
    return { spread: quantile(distances, QUANTILE), chroma: quantile(chromas, QUANTILE) }
  })
}

/** The pixels that count, in groups of one lightness. */
function byLightness(l: Float32Array): number[][] {
  const groups = Array.from({ length: Math.ceil(100 / STEP.lightness) }, (): number[] => [])
  for (let i = 0; i < l.length; i++) {
    if (l[i]! <= LIGHTNESS.from || l[i]! >= LIGHTNESS.to) continue
    groups[Math.floor(l[i]! / STEP.lightness)]!.push(i)
  }
  return groups.filter((pixels) => pixels.length >= STEP.least)
}

function medianAt(plane: Float32Array, pixels: readonly number[]): number {
  return median(pixels.map((i) => plane[i]!))
}
