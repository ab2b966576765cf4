import { seededRandom } from '../../engine/raster/seeded-random.ts'

/** `count` of the elements, in their order, the same ones for a seed. */
export function pick<T>(all: readonly T[], count: number, seed: number): T[] {
  const random = seededRandom(seed)
  return all
    .map((element, at) => ({ element, at, rank: random() }))
    .sort((one, other) => one.rank - other.rank)
    .slice(0, count)
    .sort((one, other) => one.at - other.at)
    .map(({ element }) => element)
}
