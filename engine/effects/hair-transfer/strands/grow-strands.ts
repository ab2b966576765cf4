import { smoothstep } from '../../../geometry/smoothstep.ts'
import { seededRandom } from '../../../raster/seeded-random.ts'
import { addScaled, type Hairline, type Vector } from '../head/scalp.ts'
import {
  GROWN_STRANDS_CELL,
  GROWN_STRANDS_DEPTH,
  GROWN_STRANDS_FRIZZ,
  GROWN_STRANDS_GATHERED,
  GROWN_STRANDS_POINTS,
  GROWN_STRANDS_ROOT,
  GROWN_STRANDS_STRAIGHT,
  GROWN_STRANDS_TONE,
  GROWN_STRANDS_UNEVEN,
  NEW_HAIRS,
  STRAND_STEP,
  STRAY_HAIRS,
  THIN_LENGTH,
  THIN_OPACITY,
} from '../tuning.ts'
import { growLock, type Lock } from './grow-lock.ts'
import type { Hairstyle } from './hairstyle.ts'
import { densityAt, partingAt, sampleRoot } from './sample-root.ts'

/** Strands of hair on a head. */
export type Strands = {
  count: number
  /** The number of places of each strand, from root to end. */
  points: number
  /** `count` × `points` places, three numbers each: see {@link Vector}. */
  places: Float32Array
  /** How opaque each strand is, 0–1: thin ones at the hairline. */
  opacity: Float32Array
  /** Where each strand's colour lies between the darkest and the lightest, 0–1. */
  tone: Float32Array
  /** Where each strand lies in the thickness of the hair, 0 next to the skin, 1 outermost. */
  layer: Float32Array
}

/**
 * Grows a hairstyle on a head: locks as guides, and strands that follow the lock they are nearest to.
 * @param down whither hair hangs, length 1: aslant on a tilted head
 */
export function growStrands(
  style: Hairstyle,
  hairline: Hairline,
  count: number,
  down: Vector = [0, -1, 0],
): Strands {
  const random = seededRandom()
  const points = pointsOf(style)
  const locks = Array.from({ length: style.locks }, () =>
    growLock(style, hairline, points, down, random),
  )
  const strands: Strands = {
    count,
    points,
    places: new Float32Array(count * points * 3),
    opacity: new Float32Array(count),
    tone: new Float32Array(count),
    layer: new Float32Array(count),
  }
  const grid: LockGrid = Map.groupBy(locks, ({ root }) => cellOf(...root))
  const lockOf = (root: Vector) => nearestLock(grid, locks, root, style)
  for (let n = 0; n < count; n++) growStrand(strands, n, style, hairline, lockOf, random)
  return strands
}

/** Enough places for the longest strand and for its waves. */
function pointsOf({ cut, wave }: Hairstyle): number {
  const long =
    cut.by === 'hem'
      ? GROWN_STRANDS_ROOT - Math.min(cut.front, cut.back)
      : Math.max(cut.top, cut.front)
  const piece =
    wave.radius > 0 ? Math.min(STRAND_STEP, wave.length / 7) : GROWN_STRANDS_STRAIGHT * STRAND_STEP
  return Math.min(
    GROWN_STRANDS_POINTS.most,
    Math.max(GROWN_STRANDS_POINTS.least, Math.ceil(long / piece)),
  )
}

function growStrand(
  { places, points, opacity, tone, layer }: Strands,
  nth: number,
  style: Hairstyle,
  hairline: Hairline,
  lockOf: (root: Vector) => Lock,
  random: () => number,
): void {
  const { at, normal, inside } = sampleRoot(style, hairline, random)
  const lock = lockOf(at)
  const thin = densityAt(style, inside)
  const isNew = inside < NEW_HAIRS.within && random() < NEW_HAIRS.share
  const stray = random() < STRAY_HAIRS.share
  const newHair = NEW_HAIRS.least + (NEW_HAIRS.most - NEW_HAIRS.least) * random()
  const kind = isNew ? Math.min(NEW_HAIRS.longest, newHair / lock.long) : 1
  // Cropped hair is shorter towards the hairline; what falls to one height does so from there too.
  const thinner = THIN_LENGTH[style.cut.by]
  const shorter =
    kind *
    (thinner + (1 - thinner) * thin) *
    (1 - GROWN_STRANDS_UNEVEN + GROWN_STRANDS_UNEVEN * random())
  const frizz = style.frizz * (stray ? STRAY_HAIRS.frizz : 1) * GROWN_STRANDS_FRIZZ
  const [phase, rate] = [2 * Math.PI * random(), 2 + 5 * random()]
  const fuzz = [random() - 0.5, random() - 0.5, random() - 0.5]
  const depth = GROWN_STRANDS_DEPTH.share * style.volume * (random() - 0.5)
  const off = addScaled(at, lock.root, -1)
  const a = lock.places
  const upright = isNew ? NEW_HAIRS.upright * random() : 0
  for (let n = 0; n < points; n++) {
    const s = n / (points - 1)
    const along = s * shorter * (points - 1)
    const first = Math.min(points - 2, Math.floor(along))
    const t = along - first
    const kept = 1 - style.gather * s ** GROWN_STRANDS_GATHERED
    const wobble = 2 * frizz * s * Math.sin(phase + rate * s * 3)
    const out = depth * smoothstep(0, GROWN_STRANDS_DEPTH.from, s) * kept + upright * s
    const from = first * 3
    const to = (nth * points + n) * 3
    for (let c = 0; c < 3; c++) {
      places[to + c] =
        a[from + c]! * (1 - t) +
        a[from + 3 + c]! * t +
        off[c]! * kept +
        fuzz[c]! * wobble +
        normal[c]! * out
    }
  }
  opacity[nth] =
    (THIN_OPACITY + (1 - THIN_OPACITY) * thin) *
    (isNew ? NEW_HAIRS.opacity : 1) *
    (stray ? STRAY_HAIRS.opacity : 1)
  const { lock: shared, own } = GROWN_STRANDS_TONE
  tone[nth] = Math.min(1, Math.max(0, 0.5 + shared * (lock.tone - 0.5) + own * (random() - 0.5)))
  layer[nth] = lock.layer
}

/** Locks by the cell of a grid their root lies in. */
type LockGrid = Map<number, Lock[]>

function cellOf(u: number, v: number, w: number): number {
  return (
    (Math.floor(u / GROWN_STRANDS_CELL) + 64) * 16384 +
    (Math.floor(v / GROWN_STRANDS_CELL) + 64) * 128 +
    Math.floor(w / GROWN_STRANDS_CELL) +
    64
  )
}

/** The lock that a root belongs to: the nearest one, on the same side of a parting. */
function nearestLock(grid: LockGrid, locks: readonly Lock[], root: Vector, style: Hairstyle): Lock {
  const [u, v, w] = root
  let least = Number.POSITIVE_INFINITY
  let nearest = locks[0]!
  const parted = style.comb === 'part'
  const isRight = u >= partingAt(style.parting, w)
  const farFrom = ({ root, isRight: own }: Lock): number =>
    (root[0] - u) ** 2 +
    (root[1] - v) ** 2 +
    (root[2] - w) ** 2 +
    (parted && own !== isRight ? 0.5 : 0)
  for (let n = 0; n < 28; n++) {
    // Around the root first, then anywhere.
    if (n === 27 && least < Number.POSITIVE_INFINITY) break
    const i = (n % 3) - 1
    const j = (Math.floor(n / 3) % 3) - 1
    const k = Math.floor(n / 9) - 1
    const near =
      n === 27
        ? locks
        : grid.get(
            cellOf(
              u + i * GROWN_STRANDS_CELL,
              v + j * GROWN_STRANDS_CELL,
              w + k * GROWN_STRANDS_CELL,
            ),
          )
    if (!near) continue
    for (const lock of near) {
      const far = farFrom(lock)
      if (far >= least) continue
      least = far
      nearest = lock
    }
  }
  return nearest
}
