import { quantileOrZero } from '../../../geometry/quantile.ts'
import type { Size } from '../../../geometry/size.ts'
import { withArena } from '../../../raster/arena.ts'
import { blur, blurWithin } from '../../../raster/filter/blur.ts'
import { seededRandom } from '../../../raster/seeded-random.ts'
import { SKIN_GRAIN } from '../tuning.ts'

/**
 * Noise that is as strong and as sharp as the grain and the mottles of known pixels: white noise, each of whose bands
 * is made as strong as theirs is (Heeger and Bergen, "Pyramid-based texture analysis/synthesis", SIGGRAPH 1995).
 * @param known 1 where a plane shows what is to be copied
 */
export function grainLike(plane: Float32Array, known: Uint8Array, size: Size): Float32Array {
  const weight = new Float32Array(known)
  const seen = spreadOver(known)
  const all = spreadOver(new Uint8Array(plane.length).fill(1))
  const random = seededRandom()
  let grain = new Float32Array(plane.length)
  for (let i = 0; i < grain.length; i++) grain[i] = random() + random() - 1
  withArena(() => {
    const blurred = SKIN_GRAIN.sigmas.map((sigma) => blurWithin(plane, weight, size, sigma))
    const wanted = strengthsOf(plane, blurred, seen)
    // Bands overlap: what is in one of them is measured in those beside it.
    for (let round = 0; round < SKIN_GRAIN.rounds; round++) {
      const from = grain
      const bands = SKIN_GRAIN.sigmas.map((sigma) => blur(from, size, sigma))
      const found = strengthsOf(from, bands, all)
      const next = new Float32Array(from.length)
      let fine: Float32Array = from
      for (const [n, wide] of bands.entries()) {
        const share = wanted[n]! / Math.max(1e-6, found[n]!)
        for (let i = 0; i < next.length; i++) next[i] = next[i]! + share * (fine[i]! - wide[i]!)
        fine = wide
      }
      grain = next
    }
  })
  return grain
}

/** How strong each band of a plane is, between it and ever wider means of it, by some of its pixels. */
function strengthsOf(
  plane: Float32Array,
  means: readonly Float32Array[],
  pixels: readonly number[],
): number[] {
  let fine = plane
  return means.map((wide) => {
    const strength = usualDifference(fine, wide, pixels)
    fine = wide
    return strength
  })
}

/** The median of how far two planes are apart, which edges and creases leave alone. */
function usualDifference(
  one: Float32Array,
  other: Float32Array,
  pixels: readonly number[],
): number {
  const differences = pixels.map((i) => Math.abs(one[i]! - other[i]!))
  return quantileOrZero(differences, 0.5)
}

/** Some of the pixels where a mask is 1, evenly spread. */
function spreadOver(where: Uint8Array): number[] {
  let count = 0
  for (let i = 0; i < where.length; i++) count += where[i]!
  const step = Math.ceil(count / SKIN_GRAIN.most)
  const pixels: number[] = []
  for (let i = 0, nth = 0; i < where.length; i++) {
    if (where[i] && nth++ % step === 0) pixels.push(i)
  }
  return pixels
}
