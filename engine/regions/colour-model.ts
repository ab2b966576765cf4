import { allocPlane } from '../raster/arena.ts'
import type { LabPlanes } from '../raster/colour/lab-planes.ts'
import { formula } from '../raster/formula.ts'
import { COLOUR_MODEL_FAR, COLOUR_MODEL_ROUNDS, LIGHTNESS_WEIGHT } from './tuning.ts'

/** The colours of one region: a few typical ones. */
export type ColourModel = readonly (readonly [l: number, a: number, b: number])[]

/** The distance of two typical colours, as {@link colourDistance} measures it. */
export function labDistance(one: ColourModel[number], other: ColourModel[number]): number {
  return Math.hypot(LIGHTNESS_WEIGHT * (one[0] - other[0]), one[1] - other[1], one[2] - other[2])
}

/**
 * Finds the typical colours of some pixels by k-means (Lloyd 1982), started at quantiles of lightness so that the same
 * pixels give the same model.
 * @param pixels indices into the planes; an empty list gives an empty model
 */
export function fitColourModel(
  lab: LabPlanes,
  pixels: readonly number[],
  most: number,
): ColourModel {
  if (pixels.length === 0) return []
  const sorted = pixels.toSorted((p, q) => lab.l[p]! - lab.l[q]!)
  const count = Math.min(most, Math.max(1, Math.floor(pixels.length / 8)))
  let centres = Array.from({ length: count }, (_, n) => {
    const at = sorted[Math.floor(((n + 0.5) / count) * sorted.length)]!
    return [lab.l[at]!, lab.a[at]!, lab.b[at]!] as [number, number, number]
  })
  for (let round = 0; round < COLOUR_MODEL_ROUNDS; round++) {
    const sums = centres.map(() => [0, 0, 0, 0])
    for (const at of pixels) {
      const sum = sums[nearest(lab, at, centres)]!
      sum[0]! += lab.l[at]!
      sum[1]! += lab.a[at]!
      sum[2]! += lab.b[at]!
      sum[3]! += 1
    }
    centres = sums.map(([l, a, b, n], c) =>
      n === 0 ? centres[c]! : [l! / n!, a! / n!, b! / n!],
    ) as typeof centres
  }
  return centres
}

function nearest(lab: LabPlanes, at: number, centres: ColourModel): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let c = 0; c < centres.length; c++) {
    const away = squareDistance(lab, at, centres[c]!)
    if (away >= least) continue
    best = c
    least = away
  }
  return best
}

function squareDistance(lab: LabPlanes, at: number, typical: ColourModel[number]): number {
  const dl = (lab.l[at]! - typical[0]) * LIGHTNESS_WEIGHT
  const da = lab.a[at]! - typical[1]
  const db = lab.b[at]! - typical[2]
  return dl * dl + da * da + db * db
}

/** The distance of a pixel's colour to the nearest one of a model, about in CIELAB units; far for an empty model. */
export function colourDistance(lab: LabPlanes, at: number, model: ColourModel): number {
  let least = COLOUR_MODEL_FAR
  for (let c = 0; c < model.length; c++) {
    least = Math.min(least, squareDistance(lab, at, model[c]!))
  }
  return Math.sqrt(least)
}

/** The squares of the {@link colourDistance} of all pixels. */
export function squaredDistances({ l, a, b }: LabPlanes, model: ColourModel): Float32Array {
  const least = allocPlane(l.length).fill(COLOUR_MODEL_FAR)
  for (const [ownL, ownA, ownB] of model) {
    bringNearer({ l, a, b, least }, { ownL, ownA, ownB })
  }
  return least
}

const bringNearer = formula(
  { planes: ['l', 'a', 'b', 'least'], scalars: ['ownL', 'ownA', 'ownB'] },
  `least = min(least, square((l - ownL) * ${LIGHTNESS_WEIGHT}) + square(a - ownA) + square(b - ownB))`,
)
