import { smoothstep } from '../../../geometry/smoothstep.ts'
import { addScaled, dotProduct, type Hairline, unitVector3, type Vector } from '../head/scalp.ts'
import {
  COMBED_BACK,
  COMBED_BEHIND,
  COMBED_FORWARD,
  COMBED_HIGH,
  COMBED_PART,
  COMBED_UP,
  KNOT_AT,
  KNOT_RADIUS,
  KNOT_WOUND,
  LOCK_BANDS,
  LOCK_BENT,
  LOCK_CARRIED,
  LOCK_EDGE,
  LOCK_FALL,
  LOCK_FRONT,
  LOCK_HEM,
  LOCK_INWARD,
  LOCK_LIFT,
  LOCK_NAPE,
  LOCK_RAGGED,
  LOCK_RISE,
  LOCK_TEMPLES,
  LOCK_TOP,
  STRAND_STEP,
  WAVE_APART,
  WAVE_GROWS,
  WAVE_VARIED,
} from '../tuning.ts'
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
  const edge = smoothstep(0, LOCK_EDGE, inside)
  // Hair lies flat along its parting, and rises from the skin there.
  const middle = partingAt(style.parting, at[2])
  const beside =
    style.comb === 'part' ? smoothstep(0, LOCK_RISE.parting, Math.abs(at[0] - middle)) : 1
  const flatter = 0.5 + 0.5 * beside
  const raised =
    style.volume *
    flatter *
    (LOCK_RISE.edge + (1 - LOCK_RISE.edge) * edge) *
    (LOCK_RISE.inner + (1 - LOCK_RISE.inner) * layer)
  // Inside the hairline other hair carries it from the root on.
  const carried = LOCK_CARRIED * edge * beside
  const ragged = style.comb === 'forward' ? LOCK_RAGGED.forward : LOCK_RAGGED.other
  const long = lengthAt(style, at) * (LOCK_RAGGED.longest - ragged + ragged * random())
  const hem = hemAt(style, at, layer, random)
  const way = combed(style, at, inside)
  const flat = unitVector3(addScaled(way, normal, -dotProduct(way, normal)))
  const { edge: atEdge, low, from, to } = LOCK_LIFT
  const lift =
    style.lift *
    flatter *
    (atEdge + (1 - atEdge) * edge) *
    (low + (1 - low) * smoothstep(from, to, at[1]))
  let direction = unitVector3(
    addScaled(addScaled([0, 0, 0], flat, 1 - lift), normal, lift + LOCK_LIFT.least),
  )
  let place: Vector = at
  const grown: Vector[] = [at]
  const turn = 2 * Math.PI * random()
  const step = style.cut.by === 'hem' ? STRAND_STEP : Math.min(STRAND_STEP, long / 8)
  const side = at[0] >= middle ? 1 : -1
  for (let far = step; far <= long && grown.length < 96; far += step) {
    if (style.comb === 'knot')
      direction = unitVector3(addScaled(direction, combed(style, place), 0.5))
    else {
      const fall = style.weight * Math.min(1, far / LOCK_FALL.within)
      direction = unitVector3(
        addScaled(direction, down, (LOCK_FALL.share * fall * step) / STRAND_STEP),
      )
    }
    if (style.inward > 0 && style.cut.by === 'hem' && place[1] < 0) {
      const by = style.inward * (1 - smoothstep(hem, hem + LOCK_INWARD.above, place[1]))
      direction = unitVector3(
        addScaled(
          direction,
          [-0.5 * Math.sign(place[0]), LOCK_INWARD.up, LOCK_INWARD.back],
          LOCK_INWARD.share * by,
        ),
      )
    }
    const before = place
    place = addScaled(place, direction, step)
    const off =
      LOCK_RISE.least + raised * (carried + (1 - carried) * smoothstep(0, LOCK_RISE.over, far))
    if (style.comb === 'knot')
      place = wound(pushOutOfHead(place, off, 'knot', side), turn, far, random)
    else place = pushOutOfHead(place, off, style.comb, side)
    if (style.cut.by === 'length') place = flattenToSkull(place, off, style.cut.flat)
    direction = unitVector3(
      addScaled(direction, unitVector3(addScaled(place, before, -1)), LOCK_BENT),
    )
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
  const top = smoothstep(LOCK_TOP.from, LOCK_TOP.to, v)
  const { deep, high } = LOCK_FRONT
  const front = smoothstep(deep.from, deep.to, w) * smoothstep(high.from, high.to, v)
  const nape = (1 - smoothstep(LOCK_NAPE.from, LOCK_NAPE.to, w)) * (1 - top)
  const side = cut.sides * (1 - nape) + cut.nape * nape
  const upper = cut.top * (1 - front) + cut.front * front
  const beside = smoothstep(LOCK_TEMPLES.from, LOCK_TEMPLES.to, Math.abs(u))
  return side * (1 - top * (1 - 0.5 * beside)) + upper * top * (1 - 0.5 * beside)
}

/** The height at which a lock is cut, widths of the face above the eyes. */
function hemAt({ cut }: Hairstyle, [u, , w]: Vector, layer: number, random: () => number): number {
  if (cut.by !== 'hem') return -9
  const back = 1 - smoothstep(LOCK_HEM.back.from, LOCK_HEM.back.to, w)
  const even = cut.front + (cut.back - cut.front) * back
  const shorter = cut.layers * layer * (LOCK_HEM.layer + (1 - LOCK_HEM.layer) * random())
  const { single, longer, waves } = LOCK_HEM
  return even * (1 - shorter) + single * (random() - longer) + waves * Math.sin(14 * u)
}

/** The direction hair is combed at a root. */
function combed({ comb, cut, parting }: Hairstyle, [u, v, w]: Vector, inside = 1): Vector {
  const middle = partingAt(parting, w)
  const side = u >= middle ? 1 : -1
  const high = smoothstep(COMBED_HIGH.from, COMBED_HIGH.to, v)
  // Behind the crown hair falls backwards and down by itself.
  const behind = 1 - smoothstep(COMBED_BEHIND.from, COMBED_BEHIND.to, w)
  switch (comb) {
    case 'part': {
      // Away from the parting the hair of the forehead is swept back first; short hair would end on the forehead.
      const { aside, down, front, edge } = COMBED_PART
      const { near, away, deep } = COMBED_PART[cut.by]
      const swept =
        smoothstep(near, away, Math.abs(u - middle)) * (1 - smoothstep(edge, deep, inside)) * high
      return [
        side * (aside.least + aside.high * high - 0.5 * swept) * (1 - behind) +
          aside.behind * u * behind,
        down.low + (down.high * high + down.swept * swept) * (1 - behind),
        front.high * high * smoothstep(front.from, front.to, w) -
          front.swept * swept -
          front.behind * behind,
      ]
    }
    case 'back':
      return [COMBED_BACK.aside * u, COMBED_BACK.low * (1 - high), -1]
    case 'forward': {
      const { towards, out, down, above, front, side, behind: back } = COMBED_FORWARD
      return [
        towards * (u - parting) + out * high * (1 - behind),
        down,
        (high > above ? front : side) * (1 - behind) - back * behind,
      ]
    }
    case 'up':
      return [0.5 * (u - parting), COMBED_UP.up * high - 0.5 * (1 - high), COMBED_UP.back]
    case 'knot':
      return unitVector3(addScaled(KNOT_AT, [u, v, w], -1))
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

/** Winds hair that has come to the knot around it. */
function wound(place: Vector, turn: number, far: number, random: () => number): Vector {
  const away = Math.hypot(place[0] - KNOT_AT[0], place[1] - KNOT_AT[1], place[2] - KNOT_AT[2])
  if (away > KNOT_RADIUS) return place
  const angle = turn + 9 * far
  const radius = KNOT_RADIUS * (1 - KNOT_WOUND.uneven + KNOT_WOUND.uneven * random())
  const up = Math.sin(turn * 3 + KNOT_WOUND.rising * far)
  const around = radius * Math.sqrt(Math.max(KNOT_WOUND.least, 1 - KNOT_WOUND.flat * up * up))
  return [
    KNOT_AT[0] + around * Math.cos(angle),
    KNOT_AT[1] + KNOT_WOUND.flat * radius * up,
    KNOT_AT[2] + around * Math.sin(angle),
  ]
}

/** Winds a lock around its own line; locks side by side swing together as far as the style says. */
function waved(places: Vector[], { wave }: Hairstyle, root: Vector, turn: number): Float32Array {
  const out = new Float32Array(places.length * 3)
  let far = 0
  const own = WAVE_APART * Math.sin(5 * root[0] + 3 * root[2])
  const phase = own + (1 - wave.together) * turn
  // No two locks curl alike, unless they swing together.
  const varied = 1 + WAVE_VARIED * (1 - wave.together) * Math.sin(7 * turn)
  for (const [n, place] of places.entries()) {
    const before = places[Math.max(0, n - 1)]!
    const after = places[Math.min(places.length - 1, n + 1)]!
    far += n === 0 ? 0 : Math.hypot(...addScaled(place, before, -1))
    let made = place
    if (wave.radius > 0) {
      const way = unitVector3(addScaled(after, before, -1))
      const aside = unitVector3([way[1], -way[0], 1e-3])
      const angle =
        phase + (2 * Math.PI * far) / (wave.length * varied) + 0.5 * Math.sin(3 * far + turn)
      const radius = wave.radius * varied * smoothstep(WAVE_GROWS.from, WAVE_GROWS.to, far)
      made = addScaled(place, aside, radius * Math.cos(angle))
      made = [made[0], made[1], made[2] + radius * Math.sin(angle)]
    }
    out.set(made, n * 3)
  }
  return out
}
