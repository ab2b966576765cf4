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
  const weight = Float32Array.from(known)
  const all = new Uint8Array(plane.length).fill(1)
  const random = seededRandom()
  let grain = Float32Array.from(plane, () => random() + random() - 1)
  withArena(() => {
    const wanted = strengthsOf(plane, (sigma) => blurWithin(plane, weight, size, sigma), known)
    // Bands overlap: what is in one of them is measured in those beside it.
    for (let round = 0; round < SKIN_GRAIN.rounds; round++) {
      const from = grain
      const found = strengthsOf(from, (sigma) => blur(from, size, sigma), all)
      const next = new Float32Array(from.length)
      let fine: Float32Array = from
      for (const [n, sigma] of SKIN_GRAIN.sigmas.entries()) {
        const share = wanted[n]! / Math.max(1e-6, found[n]!)
        const wide = blur(from, size, sigma)
        for (let i = 0; i < next.length; i++) next[i] = next[i]! + share * (fine[i]! - wide[i]!)
        fine = wide
      }
      grain = next
    }
  })
  return grain
}

/** How strong each band of a plane is. */
function strengthsOf(
  plane: Float32Array,
  blurred: (sigma: number) => Float32Array,
  where: Uint8Array,
): number[] {
  let fine = plane
  return SKIN_GRAIN.sigmas.map((sigma) => {
    const wide = blurred(sigma)
    const strength = usualDifference(fine, wide, where)
    fine = wide
    return strength
  })
}

/** The median of how far two planes are apart, which edges and creases leave alone. */
function usualDifference(one: Float32Array, other: Float32Array, where: Uint8Array): number {
  const count = where.reduce((sum, is) => sum + is, 0)
  const step = Math.ceil(count / SKIN_GRAIN.most)
  const found: number[] = []
  for (let i = 0, nth = 0; i < one.length; i++) {
    if (where[i] && nth++ % step === 0) found.push(Math.abs(one[i]! - other[i]!))
  }
  return quantileOrZero(found, 0.5)
}
