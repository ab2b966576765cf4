import type { Point } from '../../geometry/point.ts'
import { seededRandom } from '../../raster/seeded-random.ts'
import { HATCH_TILE_TONES, HATCHING, TILE_SIDE } from './tuning.ts'

/** How strokes are laid; lengths in fine strokes. */
export type Hatching = {
  /** Directions in degrees, and from which share of the levels on each is used. */
  directions: readonly { degrees: number; from: number }[]
  length: number
  width: number
  /** How dark one stroke is, 0–1. */
  pressure: number
  /** How far strokes differ in direction, degrees. */
  spread: number
}

/** For each pixel of a tile its tones side by side, 0 to 255. */
export type HatchTile = Uint8Array

/**
 * Hatching for each of {@link HATCH_TILE_TONES} tones, 0 paper to 1 covered, without seams. Every stroke of a lighter
 * tone is in all darker ones, so that strokes come and go one by one as the tone changes (tonal art maps, Praun et al.
 * 2001).
 * @param unit pixels of a fine stroke
 */
export function hatchTile(
  { directions, length, width, pressure, spread }: Hatching,
  unit: number,
  seed: number,
): HatchTile {
  const [long, wide] = [length * unit, width * unit]
  const random = seededRandom(seed)
  const covered = new Float32Array(TILE_SIDE * TILE_SIDE)
  const tile = new Uint8Array(TILE_SIDE * TILE_SIDE * HATCH_TILE_TONES)
  let sum = 0
  for (let tone = 1; tone < HATCH_TILE_TONES; tone++) {
    const wanted = (HATCHING.most * tone) / (HATCH_TILE_TONES - 1)
    const usable = directions.filter(({ from }) => from <= tone / HATCH_TILE_TONES)
    const { degrees } = usable.at(-1)!
    for (let tries = 0; sum < wanted * covered.length && tries < HATCHING.tries; tries++) {
      const angle = ((degrees + spread * (random() + random() - 1)) * Math.PI) / 180
      const stroke = {
        angle,
        length: long * (HATCHING.length.least + HATCHING.length.range * random()),
        width: wide * (HATCHING.width.least + HATCHING.width.range * random()),
        pressure: pressure * (HATCHING.pressure.least + HATCHING.pressure.range * random()),
        bend: (random() - 0.5) * HATCHING.bend,
      }
      sum += drawStroke(covered, barest(covered, random, stroke), stroke)
    }
    for (let at = 0; at < covered.length; at++)
      tile[at * HATCH_TILE_TONES + tone] = covered[at]! * 255
  }
  return tile
}

type Stroke = { angle: number; length: number; width: number; pressure: number; bend: number }

/** Of some places the one with the most paper left along the stroke, so that strokes lie evenly. */
function barest(covered: Float32Array, random: () => number, { angle, length }: Stroke): Point {
  let best = { x: 0, y: 0 }
  let least = Number.POSITIVE_INFINITY
  for (let nth = 0; nth < HATCHING.places; nth++) {
    const place = { x: random() * TILE_SIDE, y: random() * TILE_SIDE }
    let sum = 0
    for (let part = -3; part <= 3; part++) {
      const x = Math.floor(place.x + (Math.cos(angle) * length * part) / 7)
      const y = Math.floor(place.y + (Math.sin(angle) * length * part) / 7)
      sum += covered[(y & (TILE_SIDE - 1)) * TILE_SIDE + (x & (TILE_SIDE - 1))]!
    }
    if (sum < least) {
      least = sum
      best = place
    }
  }
  return best
}

/** Draws a stroke that begins and ends thin, step by step along its longer side. @returns how much was covered */
function drawStroke(covered: Float32Array, place: Point, stroke: Stroke): number {
  const { angle, length, width, pressure, bend } = stroke
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const half = length / 2
  const isFlat = Math.abs(cos) > Math.abs(sin)
  // Steps go along one axis; on the other one the stroke is this wide.
  const lean = isFlat ? sin / cos : cos / sin
  const wide = Math.ceil((width / 2 + 1 + Math.abs(bend) * half) * Math.hypot(1, lean))
  const steps = Math.ceil(half * Math.max(Math.abs(cos), Math.abs(sin)))
  const [centre, aside] = isFlat ? [place.x, place.y] : [place.y, place.x]
  let added = 0
  for (let step = Math.floor(centre) - steps; step <= Math.ceil(centre) + steps; step++) {
    const middle = Math.round(aside + (step - centre) * lean)
    for (let off = middle - wide; off <= middle + wide; off++) {
      const x = isFlat ? step : off
      const y = isFlat ? off : step
      const along = (x - place.x) * cos + (y - place.y) * sin
      const share = Math.abs(along) / half
      if (share >= 1) continue
      const across =
        (y - place.y) * cos - (x - place.x) * sin - bend * half * (share * share - HATCHING.level)
      const thick = (width / 2) * Math.min(1, HATCHING.taper * (1 - share))
      const ink = Math.min(1, Math.min(1, thick + 0.5 - Math.abs(across)) * pressure)
      if (ink <= 0) continue
      const at = (y & (TILE_SIDE - 1)) * TILE_SIDE + (x & (TILE_SIDE - 1))
      const more = ink * (1 - covered[at]!)
      covered[at] = covered[at]! + more
      added += more
    }
  }
  return added
}

/** How covered a place of a tile is where the picture has a shade of 0 to 1; between pixels and tones linear. */
export function hatchAt(tile: HatchTile, x: number, y: number, shade: number): number {
  const tone = shade * (HATCH_TILE_TONES - HATCHING.below)
  const lower = tone | 0
  const darker = tone - lower
  const left = Math.floor(x)
  const top = Math.floor(y)
  const right = x - left
  const down = y - top
  const mask = TILE_SIDE - 1
  const upper = (top & mask) * TILE_SIDE
  const under = ((top + 1) & mask) * TILE_SIDE
  const column = left & mask
  const next = (left + 1) & mask
  const a = (upper + column) * HATCH_TILE_TONES + lower
  const b = (upper + next) * HATCH_TILE_TONES + lower
  const c = (under + column) * HATCH_TILE_TONES + lower
  const d = (under + next) * HATCH_TILE_TONES + lower
  const first = tile[a]! + (tile[a + 1]! - tile[a]!) * darker
  const second = tile[b]! + (tile[b + 1]! - tile[b]!) * darker
  const third = tile[c]! + (tile[c + 1]! - tile[c]!) * darker
  const fourth = tile[d]! + (tile[d + 1]! - tile[d]!) * darker
  const above = first + (second - first) * right
  return (above + (third + (fourth - third) * right - above) * down) / 255
}
