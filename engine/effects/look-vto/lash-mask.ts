import type { ZoneOf } from '../../../catalog/looks/look.ts'
import { type Point, pointBetween, unitVector } from '../../geometry/point.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { seededRandom } from '../../raster/seeded-random.ts'
import type { EyeLandmarks } from './landmarks.ts'
import { eyeOpening, type LidLine, lidLine } from './lid-line.ts'
import type { Part } from './part.ts'
import {
  LASH_CURL,
  LASH_INNER,
  LASH_LEAN,
  LASH_MASK_BREADTH,
  LASH_MASK_LASHES,
  LASH_MASK_LENGTH,
  LASH_ROOTS,
  LASH_SHOWN,
  LASH_STEPS,
  LASH_TAPER,
  LASH_VARIES,
  LID_LINE_CLOSED,
  LOWER_LASHES,
} from './tuning.ts'

/** The share of mascara on each pixel, 0–1: single lashes along the upper lid, and short ones along the lower. */
export function lashMask(
  part: Part,
  eye: EyeLandmarks,
  { length }: ZoneOf<'lashes'>,
): Float32Array {
  const plane = allocZeroPlane(part.width * part.height)
  const open = eyeOpening(part, eye)
  const upper = lidLine(part, eye, 1)
  const reach =
    upper.width *
    (LASH_MASK_LENGTH.least + length * (LASH_MASK_LENGTH.most - LASH_MASK_LENGTH.least))
  // Those of a closed lid point down.
  if (open < LID_LINE_CLOSED) {
    drawLashes(plane, part, flipped(upper), {
      reach: LASH_SHOWN.closed * reach,
      count: LASH_MASK_LASHES,
      breadth: LASH_MASK_BREADTH,
    })
    return plane
  }
  // Lashes of a wide eye point at the camera's side more: they look longer than those of a narrow one.
  const seen = smoothstep(0, LASH_SHOWN.wide, open)
  const shown = reach * (LASH_SHOWN.narrow + (1 - LASH_SHOWN.narrow) * seen)
  drawLashes(plane, part, upper, {
    reach: shown,
    count: LASH_MASK_LASHES,
    breadth: LASH_MASK_BREADTH,
  })
  const below = {
    reach: LOWER_LASHES.reach * shown,
    count: LOWER_LASHES.count,
    breadth: LOWER_LASHES.breadth * LASH_MASK_BREADTH,
  }
  drawLashes(plane, part, lidLine(part, eye, -1), below)
  return plane
}

function flipped(line: LidLine): LidLine {
  return { ...line, normals: line.normals.map(({ x, y }) => ({ x: -x, y: -y })) }
}

function drawLashes(
  plane: Float32Array,
  part: Part,
  { points, normals, outwards, width }: LidLine,
  { reach, count, breadth }: { reach: number; count: number; breadth: number },
): void {
  const random = seededRandom()
  const last = points.length - 1
  for (let nth = 0; nth < count; nth++) {
    // From beside the outer corner to the inner one; denser outside, none at the tear duct.
    const t =
      LASH_ROOTS.from +
      LASH_ROOTS.range *
        (Math.max(0, nth + LASH_ROOTS.spread * (random() - 0.5)) / count) ** LASH_ROOTS.denser
    const at = Math.min(last - 1, Math.max(0, t * last))
    const i = Math.floor(at)
    const root = pointBetween(points[i]!, points[i + 1]!, at - i)
    const normal = normals[i]!
    // They fan out: towards the temple outside, a little towards the nose inside.
    const lean =
      LASH_LEAN.outer.by * (1 - smoothstep(0, LASH_LEAN.outer.until, t)) -
      LASH_LEAN.inner.by * smoothstep(LASH_LEAN.inner.from, 1, t)
    const long =
      reach *
      (1 - LASH_INNER.shorter * smoothstep(LASH_INNER.from, 1, t)) *
      (LASH_VARIES.shortest + LASH_VARIES.longer * random())
    const way = unitVector({
      x: normal.x + outwards.x * (lean + LASH_VARIES.lean * (random() - 0.5)),
      y: normal.y + outwards.y * (lean + LASH_VARIES.lean * (random() - 0.5)),
    })
    // A lash leaves the lid outwards and curls up.
    const bend = unitVector({
      x:
        (1 - LASH_CURL.share) * way.x +
        LASH_CURL.share * outwards.x * Math.sign(lean || 1) * LASH_CURL.aside,
      y:
        (1 - LASH_CURL.share) * way.y +
        LASH_CURL.share * outwards.y * Math.sign(lean || 1) * LASH_CURL.aside,
    })
    const middle = {
      x: root.x + bend.x * long * LASH_CURL.at,
      y: root.y + bend.y * long * LASH_CURL.at,
    }
    const tip = { x: root.x + way.x * long, y: root.y + way.y * long }
    paintPolygon(plane, part, taper(root, middle, tip, 0.5 * breadth * width))
  }
}

/** The outline of a quadratic curve that narrows from `half` of its breadth to a point. */
function taper(root: Point, middle: Point, tip: Point, half: number): Point[] {
  const [left, right]: [Point[], Point[]] = [[], []]
  for (let nth = 0; nth <= LASH_STEPS; nth++) {
    const t = nth / LASH_STEPS
    const a = pointBetween(root, middle, t)
    const b = pointBetween(middle, tip, t)
    const p = pointBetween(a, b, t)
    const along = unitVector({ x: b.x - a.x, y: b.y - a.y })
    const by = half * (1 - t) ** LASH_TAPER
    left.push({ x: p.x - along.y * by, y: p.y + along.x * by })
    right.push({ x: p.x + along.y * by, y: p.y - along.x * by })
  }
  return [...left, ...right.reverse()]
}
