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
  const sorted = byLightness(lab.l, pixels)
  const count = Math.min(most, Math.max(1, Math.floor(pixels.length / 8)))
  const colours = new Float64Array(3 * pixels.length)
  for (let n = 0; n < pixels.length; n++) {
    const at = pixels[n]!
    colours[3 * n] = lab.l[at]!
    colours[3 * n + 1] = lab.a[at]!
    colours[3 * n + 2] = lab.b[at]!
  }
  const centres = new Float64Array(3 * count)
  for (let c = 0; c < count; c++) {
    const at = pixels[sorted[Math.floor(((c + 0.5) / count) * sorted.length)]! % pixels.length]!
    centres.set([lab.l[at]!, lab.a[at]!, lab.b[at]!], 3 * c)
  }
  for (let round = 0; round < COLOUR_MODEL_ROUNDS; round++) moveCentres(centres, colours)
  return Array.from({ length: count }, (_, c) => [
    centres[3 * c]!,
    centres[3 * c + 1]!,
    centres[3 * c + 2]!,
  ])
}

/** Numbers in the order of some pixels' lightness; divided by the count of pixels, each leaves which one it is. */
function byLightness(l: Float32Array, pixels: readonly number[]): Float64Array {
  const bits = new Int32Array(1)
  const value = new Float32Array(bits.buffer)
  const keys = new Float64Array(pixels.length)
  for (let n = 0; n < keys.length; n++) {
    value[0] = l[pixels[n]!]! + 0
    // The bits of floats order as they do, once those of negative ones are turned round; none is below 0 then.
    const order = bits[0]! < 0 ? -(bits[0]! & 0x7fffffff) : bits[0]!
    keys[n] = (order + 2 ** 31) * keys.length + n
  }
  return keys.sort()
}

/** Moves each centre to the mean of the colours that it is the nearest to; three numbers each. */
function moveCentres(centres: Float64Array, colours: Float64Array): void {
  const sums = new Float64Array(centres.length)
  const counts = new Float64Array(centres.length / 3)
  for (let n = 0; n < colours.length; n += 3) {
    const [l, a, b] = [colours[n]!, colours[n + 1]!, colours[n + 2]!]
    let best = 0
    let least = Number.POSITIVE_INFINITY
    for (let c = 0; c < centres.length; c += 3) {
      const dl = (l - centres[c]!) * LIGHTNESS_WEIGHT
      const da = a - centres[c + 1]!
      const db = b - centres[c + 2]!
      const away = dl * dl + da * da + db * db
      if (away >= least) continue
      best = c
      least = away
    }
    sums[best] = sums[best]! + l
    sums[best + 1] = sums[best + 1]! + a
    sums[best + 2] = sums[best + 2]! + b
    counts[best / 3] = counts[best / 3]! + 1
  }
  for (let c = 0; c < counts.length; c++) {
    if (counts[c] === 0) continue
    for (let at = 3 * c; at < 3 * c + 3; at++) centres[at] = sums[at]! / counts[c]!
  }
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
