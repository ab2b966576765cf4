import type { Mask, Picture } from '../../raster/picture.ts'
import { boxMean } from './box-mean.ts'

/** What either mask claims less than `none` is nobody's doubt, what both claim more than `all` is the person. */
const CLAIMED = { none: 20, all: 235 } as const

/** A soft edge is a few pixels wide; only doubt that is wider than twice this, in pixels, is looked into. */
const EDGE = 4

/** How far to look for what is sure, as a share of the mask's longer side; and at how many places on the way. */
const LOOK = { share: 1 / 24, steps: 7 } as const

/** Levels of colour by which the nearest person and the nearest background must differ to tell a little and to tell all. */
const TOLD = { little: 14, all: 40 } as const

/** Claimed less than `never` by one of the masks nothing becomes the person's, from `may` on it can become all theirs. */
const RAISED = { never: 60, may: 84 } as const

/** So many of the nearest colours are asked, of which one alone may be a stray. */
const ASKED = 3

/**
 * Settles what the two masks of one person leave in doubt over more than a soft edge's width, a pale collar before a pale
 * sign: by which of the colours near by, those that are sure to be the person's or those of the background, is nearer.
 * Where both are alike the claim stays as it is. Changes `mask`, the smaller claim, in place.
 * @param wider the larger claim
 */
export function refineMatteByColour(picture: Picture, mask: Mask, wider: Uint8Array): void {
  const { width, height, data } = mask
  const doubt = wideUnknownPixels(mask)
  if (doubt.length === 0) return
  const known = knownColours(picture, mask, wider)
  const own = Float32Array.from(data)
  for (const i of doubt) {
    const before = data[i]!
    const share = colourVote(picture, i, known)
    const rise = Math.min(1, Math.max(0, (before - RAISED.never) / (RAISED.may - RAISED.never)))
    own[i] = before + (share > 0 ? rise * share * (255 - before) : share * before)
  }
  // What is told pixel by pixel is uneven; a person's outline is not.
  const even = boxMean(own, width, height, 2)
  for (const i of doubt) data[i] = Math.round(even[i]!)
}

/** Colours that are sure, on a grid of every so many pixels: 1 the person's, −1 the background's, 0 neither. */
type Known = { stride: number; columns: number; rows: number; whose: Int8Array; rgb: Uint8Array }

function knownColours(picture: Picture, { width, height, data }: Mask, wider: Uint8Array): Known {
  const stride = Math.max(1, Math.round((Math.max(width, height) * LOOK.share) / LOOK.steps))
  const [columns, rows] = [Math.ceil(width / stride), Math.ceil(height / stride)]
  const whose = new Int8Array(columns * rows)
  const rgb = new Uint8Array(3 * columns * rows)
  for (let k = 0; k < whose.length; k++) {
    const column = k % columns
    const at = ((k - column) / columns) * stride * width + column * stride
    whose[k] = data[at]! > CLAIMED.all ? 1 : wider[at]! < CLAIMED.none ? -1 : 0
    for (let c = 0; c < 3; c++) rgb[3 * k + c] = picture.data[4 * at + c]!
  }
  return { stride, columns, rows, whose, rgb }
}

const nearest = { person: new Float64Array(ASKED), behind: new Float64Array(ASKED) }

/** How surely a pixel is the person's by its colour: 1 theirs, −1 the background's, 0 nobody can tell. */
function colourVote(
  picture: Picture,
  i: number,
  { stride, columns, rows, whose, rgb }: Known,
): number {
  const { person, behind } = nearest
  person.fill(Number.POSITIVE_INFINITY)
  behind.fill(Number.POSITIVE_INFINITY)
  const [red, green, blue] = picture.data.subarray(4 * i) as unknown as [number, number, number]
  const x = i % picture.width
  const column = Math.round(x / stride)
  const row = Math.round((i - x) / picture.width / stride)
  const last = Math.min(columns - 1, column + LOOK.steps)
  const bottom = Math.min(rows - 1, row + LOOK.steps)
  for (let j = Math.max(0, row - LOOK.steps); j <= bottom; j++) {
    for (let k = j * columns + Math.max(0, column - LOOK.steps); k <= j * columns + last; k++) {
      if (whose[k] === 0) continue
      const [r, g, b] = [red - rgb[3 * k]!, green - rgb[3 * k + 1]!, blue - rgb[3 * k + 2]!]
      keepNearest(whose[k] === 1 ? person : behind, r * r + g * g + b * b)
    }
  }
  const [mine, theirs] = [Math.sqrt(person[ASKED - 1]!), Math.sqrt(behind[ASKED - 1]!)]
  if (!Number.isFinite(mine) || !Number.isFinite(theirs)) return 0
  const told = (Math.abs(theirs - mine) - TOLD.little) / (TOLD.all - TOLD.little)
  return Math.sign(theirs - mine) * Math.min(1, Math.max(0, told))
}

/** Sorts a distance in among the nearest ones. */
function keepNearest(list: Float64Array, distance: number): void {
  let at = list.length - 1
  if (distance >= list[at]!) return
  for (; at > 0 && list[at - 1]! > distance; at--) list[at] = list[at - 1]!
  list[at] = distance
}

/** The pixels in doubt, but for those of narrow edges. */
function wideUnknownPixels({ width, height, data }: Mask): number[] {
  const open = data.map((own) => (own >= CLAIMED.none && own <= CLAIMED.all ? 1 : 0))
  const deep = erodeSquare(open, width, height, EDGE)
  for (let i = 0; i < deep.length; i++) deep[i] = 1 - deep[i]!
  const far = erodeSquare(deep, width, height, EDGE + 2)
  const list: number[] = []
  for (let i = 0; i < data.length; i++) if (far[i] === 0 && open[i] === 1) list.push(i)
  return list
}

/** The least of the values within a square around each pixel, of a plane of 0 and 1. */
function erodeSquare(plane: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const across = new Uint8Array(plane.length)
  const out = new Uint8Array(plane.length)
  for (let y = 0; y < height; y++)
    erodeLine(plane, across, { from: y * width, step: 1, length: width }, radius)
  for (let x = 0; x < width; x++)
    erodeLine(across, out, { from: x, step: width, length: height }, radius)
  return out
}

type Line = { from: number; step: number; length: number }

/** The same along one line: by how far the last 0 is behind and the next one ahead. */
function erodeLine(
  plane: Uint8Array,
  out: Uint8Array,
  { from, step, length }: Line,
  radius: number,
) {
  let zero = Number.NEGATIVE_INFINITY
  for (let k = 0, i = from; k < length; k++, i += step) {
    if (plane[i] === 0) zero = k
    out[i] = k - zero > radius ? 1 : 0
  }
  zero = Number.POSITIVE_INFINITY
  for (let k = length - 1, i = from + k * step; k >= 0; k--, i -= step) {
    if (plane[i] === 0) zero = k
    if (zero - k <= radius) out[i] = 0
  }
}
