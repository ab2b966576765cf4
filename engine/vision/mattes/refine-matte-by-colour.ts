import type { Mask, Picture } from '../../raster/picture.ts'
import { boxMean } from './box-mean.ts'

/** The trimap's levels (0–255): below `background` and above `person` a pixel is known, between them unknown. */
const KNOWN = { background: 20, person: 235 } as const

/** A soft edge is a few pixels wide. Only unknown areas wider than twice this many pixels are refined. */
const SOFT_EDGE = 4

/** How far known colours are searched, as a share of the mask's longer side, and in how many steps. */
const SEARCH = { share: 1 / 24, steps: 7 } as const

/**
 * The difference between the two colour distances, in levels, from which colour counts, and from which it decides.
 */
const DECISIVE = { from: 14, full: 40 } as const

/** A pixel of at most `from` in the smaller mask is never raised; one of `full` and more can be raised to 255. */
const RAISED = { from: 60, full: 84 } as const

/** The distance to a set of colours is that to the third nearest, so that single outliers do not count. */
const NEIGHBOURS = 3

/**
 * Refines a person's matte where two networks disagree over more than the width of a soft edge, at a pale collar
 * before a pale sign for example. The nearest known colours around each unknown pixel, of the person and of the
 * background, decide to whom it belongs. Where both are equally near, the pixel keeps its level.
 * @param mask the smaller of the two masks (their minimum); changed in place
 * @param wider the levels of the larger one (their maximum)
 */
export function refineMatteByColour(picture: Picture, mask: Mask, wider: Uint8Array): void {
  const { width, height, data } = mask
  const unknown = wideUnknownPixels(mask)
  if (unknown.length === 0) return
  const known = knownColours(picture, mask, wider)
  const refined = Float32Array.from(data)
  for (const i of unknown) {
    const before = data[i]!
    const vote = colourVote(picture, i, known)
    const rise = Math.min(1, Math.max(0, (before - RAISED.from) / (RAISED.full - RAISED.from)))
    refined[i] = before + (vote > 0 ? rise * vote * (255 - before) : vote * before)
  }
  // Votes pixel by pixel are noisy; the outline of a person is smooth.
  const smooth = boxMean(refined, width, height, 2)
  for (const i of unknown) data[i] = Math.round(smooth[i]!)
}

/** The picture's colours on a grid of every `stride` pixels; `label` is 1 person, −1 background, 0 unknown. */
type KnownColours = {
  stride: number
  columns: number
  rows: number
  label: Int8Array
  rgb: Uint8Array
}

function knownColours(
  picture: Picture,
  { width, height, data }: Mask,
  wider: Uint8Array,
): KnownColours {
  const stride = Math.max(1, Math.round((Math.max(width, height) * SEARCH.share) / SEARCH.steps))
  const [columns, rows] = [Math.ceil(width / stride), Math.ceil(height / stride)]
  const label = new Int8Array(columns * rows)
  const rgb = new Uint8Array(3 * columns * rows)
  for (let k = 0; k < label.length; k++) {
    const column = k % columns
    const at = ((k - column) / columns) * stride * width + column * stride
    label[k] = data[at]! > KNOWN.person ? 1 : wider[at]! < KNOWN.background ? -1 : 0
    for (let c = 0; c < 3; c++) rgb[3 * k + c] = picture.data[4 * at + c]!
  }
  return { stride, columns, rows, label, rgb }
}

/** The squared distances to the nearest colours of either side, ascending; used again for each pixel. */
const nearest = { person: new Float64Array(NEIGHBOURS), background: new Float64Array(NEIGHBOURS) }

/** To whom a pixel belongs by its colour, −1–1: 1 the person, −1 the background, 0 undecided. */
function colourVote(
  picture: Picture,
  i: number,
  { stride, columns, rows, label, rgb }: KnownColours,
): number {
  const { person, background } = nearest
  person.fill(Number.POSITIVE_INFINITY)
  background.fill(Number.POSITIVE_INFINITY)
  const [red, green, blue] = picture.data.subarray(4 * i) as unknown as [number, number, number]
  const x = i % picture.width
  const column = Math.round(x / stride)
  const row = Math.round((i - x) / picture.width / stride)
  const last = Math.min(columns - 1, column + SEARCH.steps)
  const bottom = Math.min(rows - 1, row + SEARCH.steps)
  for (let j = Math.max(0, row - SEARCH.steps); j <= bottom; j++) {
    for (let k = j * columns + Math.max(0, column - SEARCH.steps); k <= j * columns + last; k++) {
      if (label[k] === 0) continue
      const [r, g, b] = [red - rgb[3 * k]!, green - rgb[3 * k + 1]!, blue - rgb[3 * k + 2]!]
      keepNearest(label[k] === 1 ? person : background, r * r + g * g + b * b)
    }
  }
  const toPerson = Math.sqrt(person[NEIGHBOURS - 1]!)
  const toBackground = Math.sqrt(background[NEIGHBOURS - 1]!)
  if (!Number.isFinite(toPerson) || !Number.isFinite(toBackground)) return 0
  const difference = toBackground - toPerson
  const weight = (Math.abs(difference) - DECISIVE.from) / (DECISIVE.full - DECISIVE.from)
  return Math.sign(difference) * Math.min(1, Math.max(0, weight))
}

/** Inserts a distance into the sorted list of the nearest ones. */
function keepNearest(list: Float64Array, distance: number): void {
  let at = list.length - 1
  if (distance >= list[at]!) return
  for (; at > 0 && list[at - 1]! > distance; at--) list[at] = list[at - 1]!
  list[at] = distance
}

/**
 * The indices of the unknown pixels, except those of soft edges: an erosion removes narrow areas, and a slightly
 * larger dilation restores the others.
 */
function wideUnknownPixels({ width, height, data }: Mask): number[] {
  const unknown = data.map((level) => (level >= KNOWN.background && level <= KNOWN.person ? 1 : 0))
  const core = erodeSquare(unknown, width, height, SOFT_EDGE)
  for (let i = 0; i < core.length; i++) core[i] = 1 - core[i]!
  const outside = erodeSquare(core, width, height, SOFT_EDGE + 2)
  const list: number[] = []
  for (let i = 0; i < data.length; i++) if (outside[i] === 0 && unknown[i] === 1) list.push(i)
  return list
}

/** The erosion of a plane of 0 and 1 by a square of side 2 · radius + 1, one axis after the other. */
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

/** Erodes one line, by the distances to the last 0 behind and the next 0 ahead. */
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
