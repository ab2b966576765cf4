import { seededRandom } from '../../../engine/raster/seeded-random.ts'
import type { Photo } from './read-folder.ts'
import type { RealCase } from './real-cases.ts'

/** One task of the bench: a photograph, what is put on it, and how. */
export type Pair = { src: Photo; ref?: Photo; params: Readonly<Record<string, unknown>> }

/**
 * Draws pairs of a folder's photographs, the same for the same seed: sources, references and parameter sets take turns
 * in an order by chance, so that of few pairs none has twice what others have not had once.
 */
export function drawPairs(
  photos: readonly Photo[],
  of: RealCase,
  count: number,
  seed: number,
): Pair[] {
  const random = seededRandom(seed * 2654435761 || 1)
  const sources = shuffled(photos.filter(of.src), random)
  const refs = of.ref ? shuffled(photos.filter(of.ref), random) : [undefined]
  const params = shuffled(of.params ?? [{}], random)
  const pairs = new Map<string, Pair>()
  const most = sources.length * refs.length * params.length
  for (let n = 0; pairs.size < Math.min(count, most) && n < 4 * most; n++) {
    const at = n % sources.length
    const round = Math.floor(n / sources.length)
    const src = sources[at]!
    const ref = refs[(at + round) % refs.length]
    const own = params[(at + Math.floor(round / refs.length)) % params.length]!
    const name = [src.file, ref?.file, JSON.stringify(own)].join(' ')
    if (src !== ref) pairs.set(name, { src, ...(ref && { ref }), params: own })
  }
  return [...pairs.values()]
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}
