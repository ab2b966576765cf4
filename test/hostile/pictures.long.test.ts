import { ACCEPTED } from './accepted.ts'
import { EDGES, pictureSuite } from './picture-suite.ts'
import { REFUSED } from './refused.ts'

pictureSuite({
  refused: REFUSED,
  accepted: ACCEPTED,
  orientations: [2, 3, 4, 5, 6, 7, 8],
  edges: EDGES,
  crowd: true,
})
