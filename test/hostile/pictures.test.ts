import { ACCEPTED } from './accepted.ts'
import { EDGES, pictureSuite } from './picture-suite.ts'
import { REFUSED } from './refused.ts'

/** Every so many: `pictures.long.test.ts` sends all. */
const EVERY = 36

function sample<T>(all: readonly T[]): T[] {
  return all.filter((_, at) => at % EVERY === 0)
}

pictureSuite({
  refused: sample(REFUSED),
  accepted: sample(ACCEPTED),
  // The one that is on its side is in every suite.
  orientations: [],
  edges: sample(EDGES),
  crowd: false,
})
