import { seededRandom } from '../../raster/seeded-random.ts'
import { smoothstep } from '../../raster/smoothstep.ts'
import type { Hairstyle } from './hairstyle.ts'
import { add, dot, type Hairline, insideScalp, onSkull, SKULL, unit, type Vector } from './scalp.ts'

/** Points of a strand from root to end. */
export const POINTS = 22

/** Strands of hair on a head. */
export type Strands = {
  count: number
  /** `count` × {@link POINTS} places, three numbers each: see {@link Vector}. */
  places: Float32Array
  /** How opaque each strand is, 0–1: thin ones at the hairline. */
  opacity: Float32Array
  /** Where each strand's colour lies between the darkest and the lightest, 0–1. */
  tone: Float32Array
}

type Lock = { root: Vector; places: Vector[]; tone: number }

/** Below this depth of hairline strands are short and thin, widths of the face. */
const THINNING = 0.075

/** How far hair of the nape hangs before the shoulders push it forward, and how broad the neck is. */
const NECK = { top: -0.42, half: 0.3 } as const

/** Grows a hairstyle on a head: locks as guides, and strands that follow the lock they are nearest to. */
export function growStrands(style: Hairstyle, hairline: Hairline, count: number): Strands {
  const random = seededRandom()
  const locks = Array.from({ length: style.locks }, () => growLock(style, hairline, random))
  const strands: Strands = {
    count,
    places: new Float32Array(count * POINTS * 3),
    opacity: new Float32Array(count),
    tone: new Float32Array(count),
  }
  const grid: LockGrid = Map.groupBy(locks, ({ root }) => cellOf(...root))
  const lockOf = (root: Vector) => nearestLock(grid, locks, root, style)
  for (let n = 0; n < count; n++) growStrand(strands, n, style, hairline, lockOf, random)
  return strands
}

/** A root on the scalp, and how far inside it lies. */
function sowRoot({ overEars }: Hairstyle, hairline: Hairline, random: () => number) {
  for (;;) {
    const y = 2 * random() - 1
    const angle = 2 * Math.PI * random()
    const around = Math.sqrt(1 - y * y)
    const { at, normal } = onSkull([around * Math.cos(angle), y, around * Math.sin(angle)])
    const inside = insideScalp(at, hairline, overEars) + 0.012 * (random() - random())
    if (inside > 0) return { at, normal, inside }
  }
}

/** How long hair of a root is. */
function lengthAt({ length }: Hairstyle, [u, v, w]: Vector): number {
  const top = smoothstep(0.34, 0.62, v)
  const front = smoothstep(-0.12, 0.12, w) * smoothstep(0.3, 0.5, v)
  const nape = (1 - smoothstep(-0.7, -0.45, w)) * (1 - top)
  const side = length.sides * (1 - nape) + length.nape * nape
  const upper = length.top * (1 - front) + length.front * front
  const beside = smoothstep(0.36, 0.5, Math.abs(u))
  return side * (1 - top * (1 - 0.5 * beside)) + upper * top * (1 - 0.5 * beside)
}

/** The direction hair is combed at a root. */
function combed({ comb, parting }: Hairstyle, [u, v, w]: Vector): Vector {
  const side = u >= parting ? 1 : -1
  const high = smoothstep(0.2, 0.55, v)
  switch (comb) {
    case 'part':
      return [
        side * (0.4 + 0.75 * high),
        -0.75 + 0.35 * high,
        -0.42 * high * smoothstep(-0.5, 0.1, w),
      ]
    case 'back':
      return [0.35 * u, -0.25 * (1 - high), -1]
    case 'forward':
      return [0.3 * (u - parting) + 0.35, -0.35, high > 0.2 ? 0.9 : 0.1]
    case 'up':
      return [0.5 * (u - parting), 0.7 * high - 0.5 * (1 - high), -0.75]
    case 'knot':
      return unit(add(KNOT, [u, v, w], -1))
  }
}

function growLock(style: Hairstyle, hairline: Hairline, random: () => number): Lock {
  const { at, normal, inside } = sowRoot(style, hairline, random)
  const edge = smoothstep(0, 0.22, inside)
  // Hair lies flat along its parting.
  const flatter =
    style.comb === 'part' ? smoothstep(-0.1, 0.22, Math.abs(at[0] - style.parting)) : 1
  const raised = style.volume * flatter * (0.25 + 0.75 * edge)
  const layer = raised * (0.12 + 0.88 * Math.sqrt(random()))
  const ragged = 0.86 + 0.2 * random()
  const length = lengthAt(style, at) * ragged
  const way = combed(style, at)
  const flat = unit(add(way, normal, -dot(way, normal)))
  const lift =
    style.lift * flatter * (0.35 + 0.65 * edge) * (0.15 + 0.85 * smoothstep(0.15, 0.5, at[1]))
  let direction = unit(add(add([0, 0, 0], flat, 1 - lift), normal, lift + 0.05))
  const places: Vector[] = [at]
  const step = length / (POINTS - 1)
  const turn = 2 * Math.PI * random()
  let place = at
  for (let n = 1; n < POINTS; n++) {
    const along = n / (POINTS - 1)
    const fall = style.comb === 'knot' ? 0 : style.weight * Math.min(1, (step * n) / 0.35)
    if (style.comb === 'knot') {
      const to = combed(style, place)
      direction = unit(add(direction, to, 0.5))
    }
    direction = unit(add(direction, [0, -1, 0], 0.6 * fall))
    if (style.inward > 0 && place[1] < 0) {
      const by = style.inward * smoothstep(0.55, 1, along) * 0.5
      direction = unit(add(direction, [-Math.sign(place[0]), 0.15, -0.2], by))
    }
    place = add(place, direction, step)
    const off = 0.02 + layer * smoothstep(0, 0.2, step * n)
    ;({ place, direction } = aboveSkull(place, direction, off))
    if (style.comb === 'knot') place = wound(place, turn + n * 0.55, random)
    else place = besideFace(beforeShoulders(besideNeck(place, layer)), at, layer, style)
    places.push(place)
  }
  return { root: at, places: waved(places, style, length, turn), tone: random() }
}

/** Where a knot sits, and its radius. */
const KNOT: Vector = [0, 0.9, -0.48]
const KNOT_RADIUS = 0.155

/** Winds hair that has come to the knot around it. */
function wound(place: Vector, angle: number, random: () => number): Vector {
  const far = Math.hypot(place[0] - KNOT[0], place[1] - KNOT[1], place[2] - KNOT[2])
  if (far > KNOT_RADIUS) return place
  const radius = KNOT_RADIUS * (0.86 + 0.14 * random())
  const up = Math.sin(angle * 0.37)
  const around = radius * Math.sqrt(Math.max(0.1, 1 - 0.8 * up * up))
  return [
    KNOT[0] + around * Math.cos(angle),
    KNOT[1] + 0.8 * radius * up,
    KNOT[2] + around * Math.sin(angle),
  ]
}

/** Half the breadth of a face, from its forehead to the chin: what hair that is parted does not fall over. */
function besideFace(
  [u, v, w]: Vector,
  root: Vector,
  layer: number,
  { comb, parting }: Hairstyle,
): Vector {
  if (comb === 'forward' || v > 0.42 || w < -0.3) return [u, v, w]
  const brow = 0.455 * (1 - smoothstep(0.12, 0.46, v))
  const half = brow - 0.07 * (1 - smoothstep(-0.75, -0.3, v)) + 0.8 * layer
  const side = root[0] >= parting ? 1 : -1
  return u * side >= half ? [u, v, w] : [side * (half + 0.12 * Math.max(0, u * side)), v, w]
}

/** Lays hair from before the ears in front of the shoulders. */
function beforeShoulders([u, v, w]: Vector): Vector {
  const chest = -0.4 + 0.36 * (1 - smoothstep(-0.8, -0.4, v))
  return v > -0.4 || w < -0.42 ? [u, v, w] : [u, v, Math.max(w, chest)]
}

/** Keeps a place outside the skull by `off`, and its direction along the skull there. */
function aboveSkull(place: Vector, direction: Vector, off: number) {
  const { centre, half } = SKULL
  const q: Vector = [
    (place[0] - centre[0]) / (half[0] + off),
    (place[1] - centre[1]) / (half[1] + off),
    (place[2] - centre[2]) / (half[2] + off),
  ]
  const far = Math.hypot(...q)
  // Below the ears there is no skull, only jaw and neck.
  if (far >= 1 || place[1] < -0.2) return { place, direction }
  const onto: Vector = [
    centre[0] + (q[0] / far) * (half[0] + off),
    centre[1] + (q[1] / far) * (half[1] + off),
    centre[2] + (q[2] / far) * (half[2] + off),
  ]
  const normal = unit([q[0] / half[0], q[1] / half[1], q[2] / half[2]])
  const into = Math.min(0, dot(direction, normal))
  return { place: onto, direction: unit(add(direction, normal, -into)) }
}

/** Keeps hair that hangs from lying inside the jaw and the neck. */
function besideNeck([u, v, w]: Vector, layer: number): Vector {
  if (v > -0.12 || w < -0.62) return [u, v, w]
  const jaw = 0.5 - 0.14 * (1 - smoothstep(-0.75, -0.2, v))
  const half = Math.max(NECK.half, jaw) + 0.5 * layer
  if (Math.abs(u) >= half) return [u, v, w]
  // Behind the neck hair stays behind it; beside it, beside it.
  return w < -0.38 ? [u, v, Math.min(w, -0.6)] : [Math.sign(u || 1) * half, v, w]
}

/** Winds a lock around its own line. */
function waved(places: Vector[], { wave }: Hairstyle, length: number, turn: number): Vector[] {
  if (wave.radius === 0) return places
  return places.map((place, n) => {
    const along = n / (POINTS - 1)
    const before = places[Math.max(0, n - 1)]!
    const after = places[Math.min(POINTS - 1, n + 1)]!
    const way = unit(add(after, before, -1))
    const aside = unit([way[1], -way[0], 0.001])
    const angle = turn + (2 * Math.PI * along * length) / wave.length
    const radius = wave.radius * smoothstep(0.04, 0.4, along) * Math.min(1, length / 0.5)
    const wound = add(place, aside, radius * Math.cos(angle))
    return [wound[0], wound[1], wound[2] + radius * Math.sin(angle)]
  })
}

function growStrand(
  { places, opacity, tone }: Strands,
  nth: number,
  style: Hairstyle,
  hairline: Hairline,
  lockOf: (root: Vector) => Lock,
  random: () => number,
): void {
  const { at, normal, inside } = sowRoot(style, hairline, random)
  const lock = lockOf(at)
  const thin = smoothstep(-0.01, THINNING, inside)
  const shorter = (0.3 + 0.7 * thin) * (0.9 + 0.1 * random())
  const stray = random() < 0.03 ? 3 : 1
  const frizz = style.frizz * stray * 0.035
  const [phase, rate] = [2 * Math.PI * random(), 2 + 5 * random()]
  const [fu, fv, fw] = [random() - 0.5, random() - 0.5, random() - 0.5]
  const depth = 0.7 * style.volume * (random() - 0.5)
  const from = [at[0] - lock.root[0], at[1] - lock.root[1], at[2] - lock.root[2]] as const
  for (let n = 0; n < POINTS; n++) {
    const along = (n / (POINTS - 1)) * shorter * (POINTS - 1)
    const first = Math.min(POINTS - 2, Math.floor(along))
    const t = along - first
    const [a, b] = [lock.places[first]!, lock.places[first + 1]!]
    const s = n / (POINTS - 1)
    const kept = 1 - style.gather * s ** 0.8
    const wobble = frizz * s * Math.sin(phase + rate * s * 3)
    const out = depth * smoothstep(0, 0.35, s) * kept
    for (let c = 0; c < 3; c++) {
      const free = [fu, fv, fw][c]! * 2 * wobble + normal[c]! * out
      places[(nth * POINTS + n) * 3 + c] = a[c]! * (1 - t) + b[c]! * t + from[c]! * kept + free
    }
  }
  opacity[nth] = 0.25 + 0.75 * thin
  tone[nth] = Math.min(1, Math.max(0, 0.5 + 0.55 * (lock.tone - 0.5) + 0.5 * (random() - 0.5)))
}

/** Locks by the cell of a grid their root lies in. */
type LockGrid = Map<number, Lock[]>

/** The side of a cell, widths of the face: about as far as the next lock is away where they are few. */
const CELL = 0.16

function cellOf(u: number, v: number, w: number): number {
  return (
    (Math.floor(u / CELL) + 64) * 16384 +
    (Math.floor(v / CELL) + 64) * 128 +
    Math.floor(w / CELL) +
    64
  )
}

/** The lock that a root belongs to: the nearest one, on the same side of a parting. */
function nearestLock(grid: LockGrid, locks: readonly Lock[], root: Vector, style: Hairstyle): Lock {
  const [u, v, w] = root
  let [least, nearest] = [Number.POSITIVE_INFINITY, locks[0]!]
  const parted = style.comb === 'part'
  const consider = (lock: Lock): void => {
    const [a, b, c] = lock.root
    const other = parted && a >= style.parting !== u >= style.parting ? 0.5 : 0
    const far = (a - u) ** 2 + (b - v) ** 2 + (c - w) ** 2 + other
    if (far < least) [least, nearest] = [far, lock]
  }
  for (let n = 0; n < 27; n++) {
    const [i, j, k] = [(n % 3) - 1, (Math.floor(n / 3) % 3) - 1, Math.floor(n / 9) - 1]
    for (const lock of grid.get(cellOf(u + i * CELL, v + j * CELL, w + k * CELL)) ?? [])
      consider(lock)
  }
  if (least === Number.POSITIVE_INFINITY) for (const lock of locks) consider(lock)
  return nearest
}
