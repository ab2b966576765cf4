import { solveMembrane } from '../../fill/membrane.ts'
import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { allocPlane, allocZeroPlane, withArena } from '../../raster/arena.ts'
import { debugPlane } from '../../raster/debug.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { stripsBeside } from './strips-beside.ts'
import { SLIVERS } from './tuning.ts'

/**
 * A mask that also covers narrow strips of the thing beyond its edge: a mask that is drawn along a print or a stain
 * leaves the outer pixels of it, which stay as an outline of what was removed. Such a strip differs from the ground as
 * that goes on from farther out, touches the mask, and ends within a few pixels. What goes on farther is another thing,
 * or the rest of one that the mask cuts through, and stays. In a busy place nobody knows which of what touches the mask
 * is the thing's: nothing is covered there.
 * @returns a mask that is nowhere below the one given
 */
export function coverSlivers(picture: Picture, mask: Mask): Mask {
  const box = boxOfPlane(mask.data, mask)
  if (!box) return mask
  const reach = reachOfSlivers(picture)
  const part = clampBox(growBox(box, SLIVERS.ground * reach), picture)
  const size = { width: part.width, height: part.height }
  const thing = new Uint8Array(part.width * part.height)
  const startOf = (y: number): number => (part.top + y) * picture.width + part.left
  const rowOf = <Of extends Plane>(plane: Of, y: number): Of =>
    plane.subarray(y * part.width, (y + 1) * part.width) as Of
  for (let y = 0; y < part.height; y++) markThing(mask.data, startOf(y), rowOf(thing, y))
  const ring = growMask(thing, size, reach)
  if (!ring.includes(0)) return mask
  const strips = withArena(() => {
    const planes = [0, 1, 2].map((c) => {
      const plane = allocPlane(thing.length)
      for (let y = 0; y < part.height; y++) {
        readChannel(picture.data, 4 * startOf(y) + c, rowOf(plane, y))
      }
      return plane
    })
    return stripsIn(planes, thing, ring, size, reach)
  })
  if (!strips.includes(1)) return mask
  // What is left of a strip at its own edge is too little to be told.
  const grown = growMask(strips, size, SLIVERS.edge)
  debugPlane('strips of the object', grown, part)
  const data = new Uint8Array(mask.data)
  for (let y = 0; y < part.height; y++) coverRow(data, startOf(y), rowOf(grown, y))
  return { ...mask, data }
}

type Plane = Uint8Array | Float32Array

function markThing(mask: Uint8Array, start: number, thing: Uint8Array): void {
  for (let x = 0, i = start; x < thing.length; x++, i++) if (mask[i]! > 127) thing[x] = 1
}

function readChannel(pixels: Uint8ClampedArray, start: number, plane: Float32Array): void {
  for (let x = 0, i = start; x < plane.length; x++, i += 4) plane[x] = pixels[i]!
}

function coverRow(mask: Uint8Array, start: number, grown: Uint8Array): void {
  for (let x = 0, i = start; x < grown.length; x++, i++) if (grown[x] === 1) mask[i] = 255
}

/** How far outside the mask of a picture strips are looked for, pixels. */
function reachOfSlivers({ width, height }: Size): number {
  const { share, least, most } = SLIVERS.reach
  return Math.round(Math.min(most, Math.max(least, share * Math.max(width, height))))
}

/** 1 for each pixel of a strip: unlike the ground, beside the thing, and no part of what reaches beyond the ring. */
function stripsIn(
  planes: Float32Array[],
  thing: Uint8Array,
  ring: Uint8Array,
  size: Size,
  reach: number,
): Uint8Array {
  const known = new Uint8Array(ring.length)
  for (let i = 0; i < known.length; i++) known[i] = 1 - ring[i]!
  const [outside, beside] = [allocPlane(thing.length), allocPlane(thing.length)]
  for (let i = 0; i < thing.length; i++) {
    outside[i] = known[i]!
    beside[i] = 1 - thing[i]!
  }
  const calm = blurAllWithin(planes, outside, size, SLIVERS.calm)
  const shown = blurAllWithin(planes, beside, size, SLIVERS.grain)
  const squares = shown.map(squaresOf)
  const deviationWithin = (sigma: number): ((i: number) => number) => {
    const means = blurAllWithin(shown, outside, size, sigma)
    const meanSquares = blurAllWithin(squares, outside, size, sigma)
    return (i) => {
      let variance = 0
      for (let c = 0; c < 3; c++) {
        variance = Math.max(variance, meanSquares[c]![i]! - means[c]![i]! ** 2)
      }
      return Math.sqrt(variance)
    }
  }
  const deviationAt = deviationWithin(SLIVERS.around * reach)
  const { around, most } = SLIVERS.even
  const unevenAt = deviationWithin(around * reach)
  const even = allocZeroPlane(thing.length).fill(1)
  solveMembrane(calm, known, size, even, even, ring)
  const isUnlike = (i: number): boolean => {
    // Where other things lie around, nobody knows what the ground is.
    if (unevenAt(i) > most) return false
    let apart = 0
    for (let c = 0; c < 3; c++) apart = Math.max(apart, Math.abs(shown[c]![i]! - calm[c]![i]!))
    return apart > Math.max(SLIVERS.apart, SLIVERS.deviations * deviationAt(i))
  }
  const isUsual = usualAmong(shown, known)
  const unlike = new Uint8Array(ring.length)
  for (let i = 0; i < ring.length; i++) {
    if (ring[i]! > thing[i]! && isUnlike(i) && !isUsual(i)) unlike[i] = 1
  }
  const strips = stripsBeside(unlike, { thing, ring }, size, reach)
  const isThings = mixtureWith(planes, calm, thing, size, reach)
  for (let i = 0; i < strips.length; i++) if (strips[i] === 1 && !isThings(i)) strips[i] = 0
  return strips
}

function squaresOf(plane: Float32Array): Float32Array {
  const squares = allocPlane(plane.length)
  for (let i = 0; i < plane.length; i++) squares[i] = plane[i]! * plane[i]!
  return squares
}

/**
 * Whether a pixel is a mixture of the ground and of something that the thing shows nearby: the edge of a shoulder
 * beside the mask differs from the wall, too.
 */
function mixtureWith(
  planes: Float32Array[],
  ground: Float32Array[],
  thing: Uint8Array,
  { width, height }: Size,
  reach: number,
): (i: number) => boolean {
  const isBetween = (i: number, of: number): boolean => {
    let [along, whole, length] = [0, 0, 0]
    for (let c = 0; c < 3; c++) {
      const own = planes[c]![i]! - ground[c]![i]!
      const to = planes[c]![of]! - ground[c]![i]!
      along += own * to
      whole += to * to
      length += own * own
    }
    if (along < SLIVERS.mixed.least * whole) return false
    const off = Math.sqrt(Math.max(0, length - (along * along) / whole))
    return off < Math.max(SLIVERS.apart, SLIVERS.mixed.off * Math.sqrt(length))
  }
  return (i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    for (let yy = Math.max(0, y - reach); yy <= Math.min(height - 1, y + reach); yy++) {
      for (let xx = Math.max(0, x - reach); xx <= Math.min(width - 1, x + reach); xx++) {
        const of = yy * width + xx
        if (thing[of] === 1 && isBetween(i, of)) return true
      }
    }
    return false
  }
}

/** Whether the ground has the colour of a pixel anywhere near: then it is a strip of that, between other things. */
function usualAmong(planes: Float32Array[], known: Uint8Array): (i: number) => boolean {
  const side = Math.ceil(256 / SLIVERS.usual.bin)
  const [red, green, blue] = planes as [Float32Array, Float32Array, Float32Array]
  const binOf = (i: number): number => {
    const [r, g] = [
      Math.floor(red[i]! / SLIVERS.usual.bin),
      Math.floor(green[i]! / SLIVERS.usual.bin),
    ]
    return (r * side + g) * side + Math.floor(blue[i]! / SLIVERS.usual.bin)
  }
  const counts = new Uint32Array(side ** 3)
  let all = 0
  for (let i = 0; i < known.length; i++) {
    if (known[i] === 0) continue
    const bin = binOf(i)
    counts[bin] = counts[bin]! + 1
    all++
  }
  return (i) => counts[binOf(i)]! > SLIVERS.usual.share * all
}
