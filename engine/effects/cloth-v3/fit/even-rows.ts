import { type Point, pointBetween } from '../../../geometry/point.ts'
import { pairOf, type Sides, type TopShape } from '../garment.ts'
import { EVEN_ROWS_MOST, EVEN_ROWS_NECK } from '../tuning.ts'

type Heights = { tips: number; armpits: number; hem: number }

/**
 * The shape of a top whose armpits are moved along its sides, so that from shoulders to hem its rows are spread evenly
 * on somebody: those of a garment lie higher or lower than the person's, and a print would be drawn out above and
 * pushed together below them.
 * @param worn heights on the torso's axis
 */
export function withEvenRows(shape: TopShape, worn: Heights): TopShape {
  const flat = heightsOf(shape)
  const share = (worn.armpits - worn.tips) / (worn.hem - worn.tips)
  const room = EVEN_ROWS_MOST * (flat.hem - flat.armpits)
  const even = flat.tips + share * (flat.hem - flat.tips)
  // Above the armpits some cloth is left below a deep neck.
  const below = flat.armpits - Math.max(...shape.neckline.map(({ y }) => y))
  const up = Math.min(room, EVEN_ROWS_NECK * Math.max(0, below))
  const row = Math.min(flat.armpits + room, Math.max(flat.armpits - up, even))
  const armpits = pairOf((n) => placeAt(shape, n, shape.armpits[n].y + row - flat.armpits))
  const sides = pairOf((n) => [
    armpits[n],
    ...shape.sides[n].filter(({ y }) => y > Math.max(armpits[n].y, shape.armpits[n].y)),
  ])
  return { ...shape, armpits, sides }
}

/** The rows of a garment in which its parts lie. */
export function heightsOf({ tips, armpits, hem }: TopShape): Heights {
  const middle = ([a, b]: Sides<Point>): number => pointBetween(a, b, 0.5).y
  return { tips: middle(tips), armpits: middle(armpits), hem: hem[hem.length >> 1]!.y }
}

/** A place on the edge of a top's front, along the sleeve's seam and the side below it. */
function placeAt({ tips, armpits, sides }: TopShape, n: 0 | 1, y: number): Point {
  const [tip, armpit] = [tips[n], armpits[n]]
  if (y <= armpit.y) return pointBetween(armpit, tip, (armpit.y - y) / (armpit.y - tip.y))
  return { x: sides[n].find((point) => point.y >= y)?.x ?? armpit.x, y }
}
