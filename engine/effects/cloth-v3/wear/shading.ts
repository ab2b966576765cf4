import type { Box } from '../../../geometry/box.ts'
import { medianOrZero, quantileOrZero } from '../../../geometry/quantile.ts'
import { sampleClamped } from '../../../geometry/sample.ts'
import type { Size } from '../../../geometry/size.ts'
import { withArena } from '../../../raster/arena.ts'
import { linearToLab, luminance, srgbToLinear } from '../../../raster/colour/lab.ts'
import type { SamplingGrid } from '../../../raster/colour/lab-planes.ts'
import { reducePart } from '../../../raster/colour/reduce-part.ts'
import { blur, blurAllWithin, blurWithin } from '../../../raster/filter/blur.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import {
  NOTHING_ELSE,
  SHADING_BLACK,
  SHADING_DYE,
  SHADING_EDGE,
  SHADING_FADED,
  SHADING_FLOOR,
  SHADING_KNOWN,
  SHADING_LIT,
  SHADING_MOTTLED,
  SHADING_PRINTED,
  SHADING_REACH,
  SHADING_REDUCED,
  SHADING_RIM,
  SHADING_SIGMA,
  SHADING_TAKEN,
} from '../tuning.ts'

/**
 * The light on several garments that were worn, each by its own dye: where they meet, the one mixes into the other.
 * @param box the part of the picture to shade
 * @returns what linear light is multiplied by at each pixel of the box
 */
export function shadingOfGarments(
  picture: Picture,
  worn: readonly Mask[],
  box: Box,
  shoulders: number,
): Float32Array {
  if (worn.length === 0) return new Float32Array(box.width * box.height).fill(1)
  const by = Math.max(1, Math.floor((SHADING_SIGMA.threads * shoulders) / SHADING_REDUCED))
  if (by === 1) return together({ picture, worn, box, shoulders, original: { picture, box, by } })
  const grid = {
    area: box,
    scale: by,
    width: Math.ceil(box.width / by),
    height: Math.ceil(box.height / by),
  }
  const light = together({
    picture: reducePart(picture, grid),
    worn: worn.map((mask) => reduceMask(mask, grid)),
    box: { left: 0, top: 0, width: grid.width, height: grid.height },
    shoulders: shoulders / by,
    original: { picture, box, by },
  })
  const shading = new Float32Array(box.width * box.height)
  const enlargeRow = (y: number): void => {
    const row = (y + 0.5) / by - 0.5
    for (let x = 0, i = y * box.width; x < box.width; x++, i++) {
      shading[i] = sampleClamped(light, grid, (x + 0.5) / by - 0.5, row)
    }
  }
  for (let y = 0; y < box.height; y++) enlargeRow(y)
  return shading
}

/** The means of a mask over the blocks of a grid. */
function reduceMask(
  { width: stride, data }: Mask,
  { area, scale, width, height }: SamplingGrid,
): Mask {
  const means = new Uint8Array(width * height)
  const reduceRow = (y: number): void => {
    const bottom = Math.min(area.height, (y + 1) * scale)
    const start = (area.top + y * scale) * stride + area.left
    for (let x = 0, to = y * width; x < width; x++, to++) {
      const right = Math.min(area.width, (x + 1) * scale)
      const block = { width: right - x * scale, height: bottom - y * scale }
      means[to] = sumOf(data, start + x * scale, stride, block) / (block.width * block.height)
    }
  }
  for (let y = 0; y < height; y++) reduceRow(y)
  return { width, height, data: means }
}

/** The sum of a block of a mask, by its first place. */
function sumOf(data: Uint8Array, first: number, stride: number, { width, height }: Size): number {
  let sum = 0
  for (let row = first; row < first + height * stride; row += stride) {
    for (let at = row; at < row + width; at++) sum += data[at]!
  }
  return sum
}

/** What is shaded, on a copy that is `by` times smaller than the original. */
type Shaded = {
  picture: Picture
  worn: readonly Mask[]
  box: Box
  shoulders: number
  original: { picture: Picture; box: Box; by: number }
}

/** The light on garments, each by its own dye, and beyond them that of the nearest. */
function together({ picture, worn, box, shoulders, original }: Shaded): Float32Array {
  const each = worn.map((mask) => shadingOf({ picture, mask, box, shoulders, original }))
  if (each.length === 1) return each[0]!
  const size = { width: box.width, height: box.height }
  return withArena(() => {
    const shares = worn.map(({ data }) => {
      const plane = new Float32Array(box.width * box.height)
      for (let y = 0, i = 0; y < box.height; y++) {
        const row = (box.top + y) * picture.width + box.left
        for (let x = 0; x < box.width; x++, i++) plane[i] = data[row + x]! / 255
      }
      return blur(plane, size, Math.max(SHADING_SIGMA.least, SHADING_SIGMA.folds * shoulders))
    })
    const weight = new Float32Array(box.width * box.height)
    const light = new Float32Array(weight.length)
    for (let i = 0; i < light.length; i++) {
      let sum = 0
      for (let n = 0; n < shares.length; n++) {
        const share = shares[n]![i]!
        sum += share * Math.log(each[n]![i]!)
        weight[i] = weight[i]! + share
      }
      light[i] = weight[i]! < SHADING_KNOWN.least ? 0 : sum / weight[i]!
    }
    const reached = reachOut(light, weight, size, shoulders)
    for (let i = 0; i < reached.length; i++) reached[i] = Math.exp(reached[i]!)
    return reached
  })
}

/** Goes on with what is known in places of little weight, by ever wider means (normalised convolution). */
function reachOut(
  values: Float32Array,
  weight: Float32Array,
  size: Size,
  shoulders: number,
): Float32Array {
  const known = new Float32Array(weight.length)
  for (let i = 0; i < known.length; i++) known[i] = Math.min(1, weight[i]!)
  const wide = new Float32Array(values.length)
  for (const sigma of SHADING_REACH.toReversed()) {
    const near = blur(known, size, sigma * shoulders)
    const mean = blurWithin(values, known, size, sigma * shoulders)
    for (let i = 0; i < wide.length; i++) {
      const own = share(near[i]!, SHADING_KNOWN.near.from, SHADING_KNOWN.near.to)
      wide[i] = own * mean[i]! + (1 - own) * wide[i]!
    }
  }
  for (let i = 0; i < wide.length; i++) {
    const own = share(known[i]!, SHADING_KNOWN.own.from, SHADING_KNOWN.own.to)
    wide[i] = own * values[i]! + (1 - own) * wide[i]!
  }
  return wide
}

/**
 * The light on what was worn, by which what is worn instead is lit: its form in low frequencies, and its folds as far
 * as it has one dye.
 * @param box the part of the picture to shade
 * @returns what linear light is multiplied by at each pixel of the box
 */
function shadingOf({
  picture,
  mask: worn,
  box,
  shoulders,
  original,
}: Omit<Shaded, 'worn'> & { mask: Mask }): Float32Array {
  const size = { width: box.width, height: box.height }
  const read = new Float32Array(box.width * box.height)
  const all = new Float32Array(read.length)
  const lab = { a: new Float32Array(read.length), b: new Float32Array(read.length) }
  const warm = new Float32Array(read.length)
  const readRow = (y: number): void => {
    const end = (y + 1) * box.width
    let at = (box.top + y) * picture.width + box.left
    for (let i = y * box.width; i < end; i++, at++) {
      // What is not worn weighs nothing.
      if (worn.data[at]! <= NOTHING_ELSE) continue
      const red = srgbToLinear(picture.data[at * 4]!)
      const green = srgbToLinear(picture.data[at * 4 + 1]!)
      const blue = srgbToLinear(picture.data[at * 4 + 2]!)
      all[i] = 1
      read[i] = Math.log(luminance(red, green, blue) + SHADING_FLOOR)
      const colour = linearToLab(red, green, blue)
      lab.a[i] = colour.a
      lab.b[i] = colour.b
      warm[i] = Math.log((red + SHADING_FADED.dark) / (blue + SHADING_FADED.dark))
    }
  }
  for (let y = 0; y < box.height; y++) readRow(y)
  return withArena(() => {
    const seen = blurWithin(
      read,
      all,
      size,
      Math.max(SHADING_SIGMA.least, SHADING_SIGMA.threads * shoulders),
    )
    const light = withoutFading(seen, warm, all, size, shoulders)
    const { weight, isPlain } = ofOneDye(light, lab, all, size, shoulders)
    const fine = blurWithin(
      light,
      weight,
      size,
      Math.max(SHADING_SIGMA.least, SHADING_SIGMA.folds * shoulders),
    )
    const close = blurWithin(light, weight, size, SHADING_SIGMA.form * shoulders)
    const plain = isPlain
      ? (1 - share(printedness(light, close, weight), SHADING_PRINTED.from, SHADING_PRINTED.to)) *
        (1 - share(mottleOf(original, seen, weight, box), SHADING_MOTTLED.from, SHADING_MOTTLED.to))
      : 0
    // The patches of a print are no form: only what is even over a wider part is light.
    const wide = plain === 1 ? close : blurWithin(light, all, size, SHADING_SIGMA.wide * shoulders)
    const form = new Float32Array(close.length)
    for (let i = 0; i < form.length; i++) form[i] = plain * close[i]! + (1 - plain) * wide[i]!
    const near = blur(weight, size, SHADING_SIGMA.form * shoulders)
    const level = upperLevel(form, weight)
    const { none, whole, least } = SHADING_BLACK
    const { times, folds, printed } = SHADING_EDGE
    const taken = least + (1 - least) * share(Math.exp(level) - SHADING_FLOOR, none, whole)
    const formed = printed + (1 - printed) * plain
    const shading = new Float32Array(light.length)
    for (let i = 0; i < shading.length; i++) {
      const known = Math.min(1, times * near[i]!)
      const low = within(taken * (form[i]! - level) * formed, SHADING_TAKEN.form)
      const inside = share(near[i]!, folds.from, folds.to)
      const high = within(taken * (fine[i]! - form[i]!) * plain * inside, SHADING_TAKEN.folds)
      shading[i] = Math.exp(known * low + high)
    }
    return shading
  })
}

/**
 * The light on cloth without what its dye makes of it. Light multiplies all channels alike; where dye has worn off, as
 * on the thighs of jeans, cloth is brighter and less coloured together. As far as brightness follows the ratio of red
 * to blue towards none it is taken for dye. Cloth that is brighter where it is more coloured lies in light: what shines
 * back from its folds, or from what stands around, tints shade.
 */
function withoutFading(
  light: Float32Array,
  warm: Float32Array,
  all: Float32Array,
  size: Size,
  shoulders: number,
): Float32Array {
  const fine = Math.max(SHADING_SIGMA.least, SHADING_SIGMA.folds * shoulders)
  const both = (sigma: number) =>
    blurAllWithin([warm, light], all, size, sigma) as [Float32Array, Float32Array]
  const [near, fineLight] = both(fine)
  const [wide, usual] = both(SHADING_FADED.wide * shoulders)
  const tone = Math.sign(middleOf(warm, all))
  let [xx, yy, xy, count] = [0, 0, 0, 0]
  for (let i = 0; i < light.length; i += 3) {
    if (all[i] === 0) continue
    const [x, y] = [near[i]! - wide[i]!, fineLight[i]! - usual[i]!]
    xx += x * x
    yy += y * y
    xy += x * y
    count++
  }
  if (count === 0 || xx === 0 || yy === 0 || tone * xy >= 0) return light
  const told =
    share((xy * xy) / (xx * yy), SHADING_FADED.from, SHADING_FADED.to) *
    share(Math.sqrt(xx / count), SHADING_FADED.least, SHADING_FADED.clear)
  if (told === 0) return light
  const slope = (told * xy) / xx
  const even = new Float32Array(light)
  for (let i = 0; i < even.length; i++) {
    if (all[i] !== 0) even[i] = light[i]! - slope * (near[i]! - wide[i]!)
  }
  return even
}

/** The pixels of cloth that have its dye, without a print on it; all of them where no dye prevails. */
function ofOneDye(
  light: Float32Array,
  { a, b }: { a: Float32Array; b: Float32Array },
  all: Float32Array,
  size: Size,
  shoulders: number,
): { weight: Float32Array; isPlain: boolean } {
  const form = blurWithin(light, all, size, SHADING_SIGMA.print * shoulders)
  const usual = { a: middleOf(a, all), b: middleOf(b, all) }
  const level = upperLevel(light, all)
  let [count, own] = [0, 0]
  const sharp = new Uint8Array(light.length)
  const weight = new Float32Array(light.length)
  for (let i = 0; i < weight.length; i++) {
    if (all[i] === 0) continue
    count++
    const off = light[i]! - form[i]!
    const isOwn =
      off > -SHADING_DYE.darker &&
      light[i]! - level > -SHADING_DYE.deepest &&
      off < SHADING_DYE.brighter &&
      Math.hypot(a[i]! - usual.a, b[i]! - usual.b) < SHADING_DYE.colour
    if (isOwn) {
      own++
      weight[i] = 1
    }
    // A print ends sharply, shade softly.
    if (off <= -SHADING_DYE.darker || off >= SHADING_DYE.brighter) sharp[i] = 1
  }
  // The rim of a print is mixed with the dye.
  const rims = growMask(sharp, size, Math.max(1, Math.round(SHADING_RIM * shoulders)))
  const isPlain = own > SHADING_DYE.least * count
  for (let i = 0; i < weight.length; i++) {
    if (isPlain) weight[i] = rims[i] === 1 ? 0 : weight[i]!
    else weight[i] = light[i]! - level > -SHADING_DYE.deepest ? all[i]! : 0
  }
  return { weight, isPlain }
}

function middleOf(values: Float32Array, weight: Float32Array): number {
  return medianOrZero(someOf(values, weight))
}

/** Every seventh of the values that weigh all. */
function someOf(values: Float32Array, weight: Float32Array): number[] {
  const some: number[] = []
  for (let i = 0; i < values.length; i += 7) if (weight[i] === 1) some.push(values[i]!)
  return some
}

/** The light of well lit cloth. */
function upperLevel(form: Float32Array, weight: Float32Array): number {
  return quantileOrZero(someOf(form, weight), SHADING_LIT)
}

function printedness(light: Float32Array, form: Float32Array, weight: Float32Array): number {
  let [sum, count] = [0, 0]
  for (let i = 0; i < light.length; i += 3) {
    if (weight[i] === 0) continue
    sum += (light[i]! - form[i]!) ** 2
    count++
  }
  return count === 0 ? 1 : sum / count
}

/** The logarithm of the light of a pixel. */
function lightAt({ data }: Picture, at: number): number {
  const [red, green, blue] = [data[4 * at]!, data[4 * at + 1]!, data[4 * at + 2]!].map(srgbToLinear)
  return Math.log(luminance(red!, green!, blue!) + SHADING_FLOOR)
}

/** How far threads that lie beside each other differ, as a logarithm of light: those of washed cloth are mottled. */
function mottleOf(
  { picture, box, by }: Shaded['original'],
  seen: Float32Array,
  weight: Float32Array,
  { width }: Size,
): number {
  const off: number[] = []
  for (let i = 0; i < seen.length; i += 7) {
    if (weight[i] === 0) continue
    const row = box.top + by * Math.floor(i / width)
    off.push(
      Math.abs(lightAt(picture, row * picture.width + box.left + by * (i % width)) - seen[i]!),
    )
  }
  return medianOrZero(off)
}

function within(value: number, taken: { share: number; darker: number; brighter: number }): number {
  return Math.min(taken.brighter, Math.max(-taken.darker, taken.share * value))
}

function share(value: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return t * t * (3 - 2 * t)
}
