import type { ZoneOf } from '../../../catalog/looks/look.ts'
import { type Point, pointBetween, unitVector } from '../../geometry/point.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { seededRandom } from '../../raster/seeded-random.ts'
import type { EyeLandmarks } from './landmarks.ts'
import { eyeOpening, type LidLine, lidLine } from './lid-line.ts'
import type { Part } from './part.ts'
import { LASH_MASK_BREADTH, LASH_MASK_LASHES, LASH_MASK_LENGTH, LID_LINE_CLOSED } from './tuning.ts'

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
      reach: 0.8 * reach,
      count: LASH_MASK_LASHES,
      breadth: LASH_MASK_BREADTH,
    })
    return plane
  }
  // Lashes of a wide eye point at the camera's side more: they look longer than those of a narrow one.
  const seen = smoothstep(0, 0.32, open)
  const shown = reach * (0.6 + 0.4 * seen)
  drawLashes(plane, part, upper, {
    reach: shown,
    count: LASH_MASK_LASHES,
    breadth: LASH_MASK_BREADTH,
  })
  const below = { reach: 0.3 * shown, count: 22, breadth: 0.55 * LASH_MASK_BREADTH }
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
    const t = 0.01 + 0.9 * (Math.max(0, nth + 0.6 * (random() - 0.5)) / count) ** 1.15
    const at = Math.min(last - 1, Math.max(0, t * last))
    const i = Math.floor(at)
    const root = pointBetween(points[i]!, points[i + 1]!, at - i)
    const normal = normals[i]!
    // They fan out: towards the temple outside, a little towards the nose inside.
    const lean = 0.95 * (1 - smoothstep(0, 0.75, t)) - 0.3 * smoothstep(0.7, 1, t)
    const long = reach * (1 - 0.6 * smoothstep(0.25, 1, t)) * (0.78 + 0.36 * random())
    const way = unitVector({
      x: normal.x + outwards.x * (lean + 0.22 * (random() - 0.5)),
      y: normal.y + outwards.y * (lean + 0.22 * (random() - 0.5)),
    })
    // A lash leaves the lid outwards and curls up.
    const bend = unitVector({
      x: 0.55 * way.x + 0.45 * outwards.x * Math.sign(lean || 1) * 0.8,
      y: 0.55 * way.y + 0.45 * outwards.y * Math.sign(lean || 1) * 0.8,
    })
    const middle = { x: root.x + bend.x * long * 0.45, y: root.y + bend.y * long * 0.45 }
    const tip = { x: root.x + way.x * long, y: root.y + way.y * long }
    paintPolygon(plane, part, taper(root, middle, tip, 0.5 * breadth * width))
  }
}

/** The outline of a quadratic curve that narrows from `half` of its breadth to a point. */
function taper(root: Point, middle: Point, tip: Point, half: number): Point[] {
  const steps = 6
  const [left, right]: [Point[], Point[]] = [[], []]
  for (let nth = 0; nth <= steps; nth++) {
    const t = nth / steps
    const a = pointBetween(root, middle, t)
    const b = pointBetween(middle, tip, t)
    const p = pointBetween(a, b, t)
    const along = unitVector({ x: b.x - a.x, y: b.y - a.y })
    const by = half * (1 - t) ** 0.7
    left.push({ x: p.x - along.y * by, y: p.y + along.x * by })
    right.push({ x: p.x + along.y * by, y: p.y - along.x * by })
  }
  return [...left, ...right.reverse()]
}
