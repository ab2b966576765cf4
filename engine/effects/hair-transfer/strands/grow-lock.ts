import { smoothstep } from '../../../geometry/smoothstep.ts'
import { addScaled, dotProduct, type Hairline, unitVector3, type Vector } from '../head/scalp.ts'
import { KNOT_RADIUS, LOCK_BANDS, STRAND_STEP } from '../tuning.ts'
import type { Hairstyle } from './hairstyle.ts'
import { flattenToSkull, pushOutOfHead } from './push-out-of-head.ts'
import { partingAt, sampleRoot } from './sample-root.ts'

/** A lock of hair: the guide of the strands around it. */
export type Lock = {
  root: Vector
  /** On which side of the parting the root lies. */
  isRight: boolean
  /** Three numbers for each place from root to end: see {@link Vector}. */
  places: Float32Array
  /** Its length in widths of the face. */
  long: number
  tone: number
  layer: number
}

/**
 * Grows one lock from a root that is chosen at random, combed, cut and waved as the style says.
 * @param down whither hair hangs, length 1: aslant on a tilted head
 */
export function growLock(
  style: Hairstyle,
  hairline: Hairline,
  points: number,
  down: Vector,
  random: () => number,
): Lock {
  const { at, normal, inside } = sampleRoot(style, hairline, random)
  const layer = Math.sqrt(random())
  const edge = smoothstep(0, 0.22, inside)
  // Hair lies flat along its parting, and rises from the skin there.
  const middle = partingAt(style.parting, at[2])
  const beside = style.comb === 'part' ? smoothstep(0, 0.24, Math.abs(at[0] - middle)) : 1
  const flatter = 0.5 + 0.5 * beside
  const raised = style.volume * flatter * (0.25 + 0.75 * edge) * (0.1 + 0.9 * layer)
  // Inside the hairline other hair carries it from the root on.
  const carried = 0.55 * edge * beside
  const ragged = style.comb === 'forward' ? 0.32 : 0.16
  const long = lengthAt(style, at) * (1.04 - ragged + ragged * random())
  const hem = hemAt(style, at, layer, random)
  const way = combed(style, at, inside)
  const flat = unitVector3(addScaled(way, normal, -dotProduct(way, normal)))
  const lift =
    style.lift * flatter * (0.35 + 0.65 * edge) * (0.15 + 0.85 * smoothstep(0.15, 0.5, at[1]))
  let direction = unitVector3(addScaled(addScaled([0, 0, 0], flat, 1 - lift), normal, lift + 0.05))
  let place: Vector = at
  const grown: Vector[] = [at]
  const turn = 2 * Math.PI * random()
  const step = style.cut.by === 'hem' ? STRAND_STEP : Math.min(STRAND_STEP, long / 8)
  const side = at[0] >= middle ? 1 : -1
  for (let far = step; far <= long && grown.length < 96; far += step) {
    if (style.comb === 'knot')
      direction = unitVector3(addScaled(direction, combed(style, place), 0.5))
    else {
      const fall = style.weight * Math.min(1, far / 0.35)
      direction = unitVector3(addScaled(direction, down, (0.45 * fall * step) / STRAND_STEP))
    }
    if (style.inward > 0 && style.cut.by === 'hem' && place[1] < 0) {
      const by = style.inward * (1 - smoothstep(hem, hem + 0.34, place[1]))
      direction = unitVector3(
        addScaled(direction, [-0.5 * Math.sign(place[0]), 0.05, -0.15], 0.55 * by),
      )
    }
    const before = place
    place = addScaled(place, direction, step)
    const off = 0.012 + raised * (carried + (1 - carried) * smoothstep(0, 0.24, far))
    if (style.comb === 'knot')
      place = wound(pushOutOfHead(place, off, 'knot', side), turn, far, random)
    else place = pushOutOfHead(place, off, style.comb, side)
    if (style.cut.by === 'length') place = flattenToSkull(place, off, style.cut.flat)
    direction = unitVector3(addScaled(direction, unitVector3(addScaled(place, before, -1)), 0.85))
    grown.push(place)
    if (place[1] < hem) break
  }
  return {
    root: at,
    isRight: at[0] >= middle,
    places: waved(resampled(grown, points), style, at, turn),
    long: step * (grown.length - 1),
    tone: (1 - LOCK_BANDS.share) * random() + LOCK_BANDS.share * bandAt(at),
    layer,
  }
}

/** How long hair of a root is where it is cut by length. */
function lengthAt({ cut }: Hairstyle, [u, v, w]: Vector): number {
  if (cut.by === 'hem') return 3
  const top = smoothstep(0.34, 0.62, v)
  const front = smoothstep(-0.12, 0.12, w) * smoothstep(0.3, 0.5, v)
  const nape = (1 - smoothstep(-0.7, -0.45, w)) * (1 - top)
  const side = cut.sides * (1 - nape) + cut.nape * nape
  const upper = cut.top * (1 - front) + cut.front * front
  const beside = smoothstep(0.36, 0.5, Math.abs(u))
  return side * (1 - top * (1 - 0.5 * beside)) + upper * top * (1 - 0.5 * beside)
}

/** The height at which a lock is cut, widths of the face above the eyes. */
function hemAt({ cut }: Hairstyle, [u, , w]: Vector, layer: number, random: () => number): number {
  if (cut.by !== 'hem') return -9
  const back = 1 - smoothstep(-0.75, -0.25, w)
  const even = cut.front + (cut.back - cut.front) * back
  const shorter = cut.layers * layer * (0.25 + 0.75 * random())
  return even * (1 - shorter) + 0.05 * (random() - 0.4) + 0.02 * Math.sin(14 * u)
}

/** The direction hair is combed at a root. */
function combed({ comb, cut, parting }: Hairstyle, [u, v, w]: Vector, inside = 1): Vector {
  const middle = partingAt(parting, w)
  const side = u >= middle ? 1 : -1
  const high = smoothstep(0.2, 0.55, v)
  // Behind the crown hair falls backwards and down by itself.
  const behind = 1 - smoothstep(-0.62, -0.3, w)
  switch (comb) {
    case 'part': {
      // Away from the parting the hair of the forehead is swept back first; short hair would end on the forehead.
      const [near, away] = cut.by === 'hem' ? [0.06, 0.2] : [0, 0.05]
      const swept =
        smoothstep(near, away, Math.abs(u - middle)) *
        (1 - smoothstep(0.02, cut.by === 'hem' ? 0.2 : 0.4, inside)) *
        high
      return [
        side * (0.25 + 0.95 * high - 0.5 * swept) * (1 - behind) + 0.7 * u * behind,
        -0.75 + (0.45 * high + 0.6 * swept) * (1 - behind),
        -0.12 * high * smoothstep(-0.5, 0.1, w) - 0.8 * swept - 0.4 * behind,
      ]
    }
    case 'back':
      return [0.35 * u, -0.25 * (1 - high), -1]
    case 'forward':
      return [
        0.3 * (u - parting) + 0.7 * high * (1 - behind),
        -0.35,
        (high > 0.2 ? 0.9 : 0.1) * (1 - behind) - 0.3 * behind,
      ]
    case 'up':
      return [0.5 * (u - parting), 0.7 * high - 0.5 * (1 - high), -0.75]
    case 'knot':
      return unitVector3(addScaled(KNOT, [u, v, w], -1))
  }
}

/** Whether a root lies in a light band of hair, 0–1. */
function bandAt([u, , w]: Vector): number {
  return 0.5 + 0.5 * Math.sin(LOCK_BANDS.fine * u + 3 * Math.sin(LOCK_BANDS.bent * w))
}

/** A line of places, evenly divided. */
function resampled(line: readonly Vector[], points: number): Vector[] {
  const last = line.length - 1
  return Array.from({ length: points }, (_, n) => {
    const along = (n / (points - 1)) * last
    const first = Math.min(last - 1, Math.floor(along))
    if (first < 0) return line[0]!
    const [a, b] = [line[first]!, line[first + 1]!]
    return addScaled(a, addScaled(b, a, -1), along - first)
  })
}

/** Where a knot sits, and its radius. */
const KNOT: Vector = [0, 0.88, -0.5]

/** Winds hair that has come to the knot around it. */
function wound(place: Vector, turn: number, far: number, random: () => number): Vector {
  const away = Math.hypot(place[0] - KNOT[0], place[1] - KNOT[1], place[2] - KNOT[2])
  if (away > KNOT_RADIUS) return place
  const angle = turn + 9 * far
  const radius = KNOT_RADIUS * (0.9 + 0.1 * random())
  const up = Math.sin(turn * 3 + 2.2 * far)
  const around = radius * Math.sqrt(Math.max(0.1, 1 - 0.8 * up * up))
  return [
    KNOT[0] + around * Math.cos(angle),
    KNOT[1] + 0.8 * radius * up,
    KNOT[2] + around * Math.sin(angle),
  ]
}

/** Winds a lock around its own line; locks side by side swing together as far as the style says. */
function waved(places: Vector[], { wave }: Hairstyle, root: Vector, turn: number): Float32Array {
  const out = new Float32Array(places.length * 3)
  let far = 0
  const own = 2.6 * Math.sin(5 * root[0] + 3 * root[2])
  const phase = own + (1 - wave.together) * turn
  // No two locks curl alike, unless they swing together.
  const varied = 1 + 0.3 * (1 - wave.together) * Math.sin(7 * turn)
  for (const [n, place] of places.entries()) {
    const before = places[Math.max(0, n - 1)]!
    const after = places[Math.min(places.length - 1, n + 1)]!
    far += n === 0 ? 0 : Math.hypot(...addScaled(place, before, -1))
    let made = place
    if (wave.radius > 0) {
      const way = unitVector3(addScaled(after, before, -1))
      const aside = unitVector3([way[1], -way[0], 0.001])
      const angle =
        phase + (2 * Math.PI * far) / (wave.length * varied) + 0.5 * Math.sin(3 * far + turn)
      const radius = wave.radius * varied * smoothstep(0.03, 0.5, far)
      made = addScaled(place, aside, radius * Math.cos(angle))
      made = [made[0], made[1], made[2] + radius * Math.sin(angle)]
    }
    out.set(made, n * 3)
  }
  return out
}
