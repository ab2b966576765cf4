import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { medianOrZero, quantileOrZero } from '../../geometry/quantile.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { visitPolygon } from '../../raster/mask/paint-polygon.ts'
import { discRing, type IrisDisc, irisDiscs, radiiFrom } from './iris-disc.ts'
import { EYE_OPENINGS } from './openings.ts'
import { IRIS_CERTAINTY, IRIS_PARTS } from './tuning.ts'

/** A colour as a share of its light, L* + 16: that of a surface grows with its light. */
export type Tint = { a: number; b: number }

/** The irises of a face, the mean of both, and how surely they were measured. */
export type Irises = {
  tint: Tint
  /** L* of each, the person's left one first, and of the white beside it. */
  light: [left: number, right: number]
  whites: [left: number, right: number]
  /** The tint of the whites of both. */
  whiteTint: Tint
  /** 0–1: 0 where one of the two is too small, mostly hidden or a reflection. */
  certainty: number
  /** 0–1: 0 where the two are of different colours, by noise, compression or light. */
  alike: number
}

/**
 * Measures the irises of a face between pupil and limbal ring, and the whites beside them.
 * @param face its colours, with the landmarks that they lie at
 * @param radius of its irises in the picture that they come from, pixels
 */
export function measureIrises(face: FaceRegion, radius: number): Irises {
  const [left, right] = irisDiscs(face).map((disc, nth) => measureEye(face, disc, nth))
  const both = [left!, right!]
  const apart = Math.max(
    Math.abs(left!.tint.a - right!.tint.a),
    Math.abs(left!.tint.b - right!.tint.b),
  )
  const { pixels, apart: unlike, shown, pale } = IRIS_CERTAINTY
  const paleness = both.map(({ light, white }) => light / Math.max(1, white))
  const certainty =
    smoothstep(pixels.from, pixels.whole, radius) *
    smoothstep(shown.from, shown.whole, Math.min(left!.shown, right!.shown)) *
    (1 - smoothstep(pale.from, pale.none, Math.max(...paleness)))
  return {
    tint: meanTint(left!.tint, right!.tint),
    light: [left!.light, right!.light],
    whites: [left!.white, right!.white],
    whiteTint: meanTint(left!.whiteTint, right!.whiteTint),
    certainty,
    alike: 1 - smoothstep(unlike.from, unlike.none, apart),
  }
}

function meanTint(one: Tint, other: Tint): Tint {
  return { a: (one.a + other.a) / 2, b: (one.b + other.b) / 2 }
}

type Eye = { tint: Tint; light: number; white: number; whiteTint: Tint; shown: number }

function measureEye(face: FaceRegion, disc: IrisDisc, nth: number): Eye {
  const iris: number[] = []
  const white: number[] = []
  let [shown, whole] = [0, 0]
  visitPolygon(face, discRing(disc), (_, share) => (whole += share))
  visitPolygon(face, landmarkPath(face, EYE_OPENINGS[nth]!.rim), (pixel, share) => {
    const y = Math.floor(pixel / face.width)
    const radii = radiiFrom(disc, pixel - y * face.width + 0.5, y + 0.5)
    if (radii < 1) shown += share
    if (share < 1) return
    const { ring, white: beyond } = IRIS_PARTS
    if (radii > ring.from && radii < ring.to) iris.push(pixel)
    else if (radii > beyond) white.push(pixel)
  })
  const { l } = face.lab
  const lightest = quantileOrZero(
    white.map((i) => l[i]!),
    IRIS_PARTS.lightest,
  )
  return {
    tint: medianTint(face, iris),
    light: medianOrZero(iris.map((i) => l[i]!)),
    white: lightest,
    whiteTint: medianTint(
      face,
      white.filter((i) => l[i]! >= IRIS_PARTS.lit * lightest),
    ),
    shown: shown / Math.max(1, whole),
  }
}

function medianTint({ lab: { l, a, b } }: FaceRegion, pixels: readonly number[]): Tint {
  const of = (axis: Float32Array): number =>
    medianOrZero(pixels.map((i) => axis[i]! / (l[i]! + 16)))
  return { a: of(a), b: of(b) }
}
