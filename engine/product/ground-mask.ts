import { withArena } from '../raster/arena.ts'
import { blurWithin } from '../raster/blur.ts'
import { findComponents } from '../raster/find-components.ts'
import type { Size } from '../raster/picture.ts'
import { type Ground, groundRow } from './plain-ground.ts'
import type { Levels } from './product.ts'

/** Levels by which neighbouring pixels of the ground differ at most: shadows are soft. */
const STEP = 4

/** How dark a shadow on the ground can be, as a share of it, and how light the ground. */
const SHADOW = { least: 0.3, most: 1.05 } as const

/**
 * Which pixels show the ground of a product picture, 1 or 0: those that have its colour, or a shade of it, and are
 * connected to the border through steps as small as in a soft shadow; and the holes of the product, such as the inside
 * of a hoop.
 */
export function groundMask(levels: Levels, ground: Ground, size: Size): Float32Array {
  const shades = shadesOf(levels, ground, size)
  const step = STEP + 2.5 * ground.noise
  const mask = floodFromBorder(levels, shades, size, step)
  openHoles(mask, levels, shades, size, step)
  return mask
}

/** The brightness of each pixel as a share of the ground's where it has the ground's hue, 0 elsewhere. */
function shadesOf({ red, green, blue }: Levels, ground: Ground, size: Size): Float32Array {
  const { width, height } = size
  const shades = new Float32Array(red.length)
  const row = new Float32Array(3 * width)
  const most = 5 + 2 * ground.noise
  for (let y = 0, at = 0; y < height; y++) {
    groundRow(ground, size, y, row)
    for (let x = 0; x < 3 * width; x += 3, at++) {
      const r = row[x]!
      const g = row[x + 1]!
      const b = row[x + 2]!
      const share = (red[at]! + green[at]! + blue[at]!) / Math.max(1, r + g + b)
      if (share < SHADOW.least || share > SHADOW.most) continue
      // Shadows take a little of the colour of what casts them.
      const limit = most + 14 * Math.max(0, 1 - share)
      if (Math.abs(red[at]! - share * r) > limit) continue
      if (Math.abs(green[at]! - share * g) > limit) continue
      if (Math.abs(blue[at]! - share * b) <= limit) shades[at] = share
    }
  }
  return shades
}

function floodFromBorder(
  levels: Levels,
  shades: Float32Array,
  { width, height }: Size,
  step: number,
): Float32Array {
  const { red, green, blue } = levels
  const mask = new Float32Array(shades.length)
  // A shadow may leave the picture, a product should not: at the border only light shades begin the ground.
  const begin = (at: number): void => {
    if (shades[at]! > 0.75) mask[at] = 1
  }
  for (let x = 0; x < width; x++) for (const at of [x, (height - 1) * width + x]) begin(at)
  for (let y = 0; y < height; y++) for (const at of [y * width, y * width + width - 1]) begin(at)
  const spreads = (from: number, to: number): boolean =>
    mask[from] === 1 &&
    Math.abs(red[to]! - red[from]!) <= step &&
    Math.abs(green[to]! - green[from]!) <= step &&
    Math.abs(blue[to]! - blue[from]!) <= step
  // One sweep down and one up reach nearly everything, in the order of memory.
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (shades[at] === 0 || mask[at] === 1) continue
      if ((x > 0 && spreads(at - 1, at)) || (y > 0 && spreads(at - width, at))) mask[at] = 1
    }
  }
  const open: number[] = []
  for (let y = height - 1, at = mask.length - 1; y >= 0; y--) {
    for (let x = width - 1; x >= 0; x--, at--) {
      if (shades[at] === 0 || mask[at] === 1) continue
      const right = x + 1 < width && spreads(at + 1, at)
      if (!right && !(y + 1 < height && spreads(at + width, at))) continue
      mask[at] = 1
      open.push(at)
    }
  }
  // What the sweep up reached may spread sideways and down again.
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width
    for (let side = 0; side < 4; side++) {
      if (side === 0 ? x === 0 : side === 1 && x + 1 === width) continue
      const to = side < 2 ? at + 2 * side - 1 : at + (2 * side - 5) * width
      if (to < 0 || to >= mask.length || mask[to] !== 0 || shades[to] === 0) continue
      if (!spreads(at, to)) continue
      mask[to] = 1
      open.push(to)
    }
  }
  return mask
}

function jump({ red, green, blue }: Levels, a: number, b: number): number {
  return Math.max(
    Math.abs(red[a]! - red[b]!),
    Math.abs(green[a]! - green[b]!),
    Math.abs(blue[a]! - blue[b]!),
  )
}

/** Half the thickness of a hole at least, pixels (a standard deviation across it). */
const MIN_HOLE_SIGMA = 1

/**
 * How much darker the rim of a hole is than the hole, levels: of a small one, which might be a highlight on metal or
 * a pearl, and of a large one. Around a highlight the metal is bright, around a hole it has an edge.
 */
const RIM = { small: 55, large: 22 } as const

/** From this share of the ground's brightness on a pixel is no shadow. */
const LIT = 0.955

/** How far the ground beside a product is read, a Gaussian's sigma as a share of the picture's longer side. */
const NEAR = 0.03

/** From this share of the picture's longer side on a hole is large. */
const LARGE_HOLE = 0.02

/** Adds the holes of the product to the mask. */
function openHoles(
  mask: Float32Array,
  levels: Levels,
  shades: Float32Array,
  size: Size,
  step: number,
): void {
  const { width, height } = size
  const flat = new Float32Array(mask.length)
  for (let y = 1; y + 1 < height; y++) {
    for (let x = 1; x + 1 < width; x++) {
      const at = y * width + x
      if (mask[at] !== 0 || shades[at]! < 0.55) continue
      if (jump(levels, at, at - 1) > 1.5 * step || jump(levels, at, at + 1) > 1.5 * step) continue
      if (jump(levels, at, at - width) > 1.5 * step) continue
      if (jump(levels, at, at + width) <= 1.5 * step) flat[at] = 1
    }
  }
  const holes: number[][] = []
  let shadesBeside: Float32Array | undefined
  const beside = (): Float32Array => {
    shadesBeside ??= withArena(() =>
      blurWithin(shades, mask, size, NEAR * Math.max(width, height)).slice(),
    )
    return shadesBeside
  }
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  for (const { pixels, minorSigma } of findComponents(flat, width, limits)) {
    const isLarge = 4 * minorSigma > LARGE_HOLE * Math.max(width, height)
    if (pixels.length < 4) continue
    // A hole may lie in the product's own shadow: a large one not the whole of it, a small one as the ground beside it.
    const lit = pixels.filter((at) => shades[at]! > LIT).length / pixels.length
    if (lit < (isLarge ? 0.15 : 0.7) && !isShadedAlike(pixels, shades, beside())) continue
    if (minorSigma < MIN_HOLE_SIGMA && pixels.length < 40) continue
    const rim = rimDepth(pixels, flat, levels, width)
    if (rim < (isLarge ? RIM.large : RIM.small)) continue
    holes.push(pixels)
  }
  for (const pixels of holes) for (const at of pixels) mask[at] = 1
}

/** How evenly a hole is lit, and how much like the ground beside the product, as shares of the ground's light. */
const EVEN = 0.035
const ALIKE = 0.05

function isShadedAlike(
  pixels: readonly number[],
  shades: Float32Array,
  beside: Float32Array,
): boolean {
  let [sum, square, apart] = [0, 0, 0]
  for (const at of pixels) {
    sum += shades[at]!
    square += shades[at]! ** 2
    apart += shades[at]! - beside[at]!
  }
  const count = pixels.length
  const spread = Math.sqrt(Math.max(0, square / count - (sum / count) ** 2))
  return spread < EVEN && Math.abs(apart / count) < ALIKE
}

/** By how many levels the surroundings two pixels outside a component are darker than it, on average. */
function rimDepth(
  pixels: readonly number[],
  flat: Float32Array,
  { red, green, blue }: Levels,
  width: number,
): number {
  const level = (at: number): number => (red[at]! + green[at]! + blue[at]!) / 3
  let [sum, count] = [0, 0]
  for (const at of pixels) {
    for (let side = 0; side < 4; side++) {
      const by = side < 2 ? 2 * side - 1 : (2 * side - 5) * width
      if (flat[at + by] === 1) continue
      let darkest = Number.POSITIVE_INFINITY
      for (let far = 1; far <= 3; far++) {
        const to = at + far * by
        if (to >= 0 && to < red.length) darkest = Math.min(darkest, level(to))
      }
      sum += level(at) - darkest
      count++
    }
  }
  return count === 0 ? 0 : sum / count
}
