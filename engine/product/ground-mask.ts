import type { Size } from '../geometry/size.ts'
import { allocPlane, allocZeroPlane, copyPlane, withArena } from '../raster/arena.ts'
import { formula } from '../raster/formula.ts'
import { bitsAbove, withoutBits } from '../raster/mask/bit-mask.ts'
import { borderPixels } from '../raster/mask/border-pixels.ts'
import { findRegions } from '../raster/mask/find-regions.ts'
import { type Jumps, openHoles } from './open-holes.ts'
import { type Ground, groundAlongRow } from './plain-ground.ts'
import type { Levels } from './product.ts'
import {
  DARK_GROUND,
  GROUND_BEGIN,
  GROUND_CAST,
  GROUND_SHADOW,
  GROUND_STEP,
  GROUND_STEP_BY_NOISE,
  GROUND_VEIL,
} from './tuning.ts'

/**
 * Which pixels show the ground of a product picture, 1 or 0: those that have its colour, or a shade of it, and are
 * connected to the border through steps as small as in a soft shadow; and the holes of the product, such as the inside
 * of a hoop.
 * @param goods what the product is where that says more: jewellery may have a broad opening with hardly an edge, as a
 * silver chain around white has, and is darker than the veil of a shadow on white; a garment is open where a strap or a
 * sleeve encloses the ground, and what is as white deep inside it is printed
 */
export function groundMask(
  levels: Levels,
  ground: Ground,
  size: Size,
  goods?: 'jewellery' | 'garment',
): Float32Array {
  const mask = allocZeroPlane(size.width * size.height)
  const isDark = isDarkGround(ground)
  const isJewellery = goods === 'jewellery'
  withArena(() => {
    const shades = shadesOf(levels, ground, size, isDark)
    const jumps = jumpsOf(levels, size)
    const step = (isDark ? DARK_GROUND.step : GROUND_STEP) + GROUND_STEP_BY_NOISE * ground.noise
    floodFromBorder(mask, shades, jumps, size, { step, least: Number.MIN_VALUE })
    if (isJewellery && !isDark) {
      const veil = { step: Math.max(step, GROUND_VEIL.step), least: GROUND_VEIL.least }
      floodFromBorder(mask, shades, jumps, size, veil)
      addCastShadow(mask, shades, jumps, size)
    }
    openHoles(mask, levels, shades, jumps, {
      size,
      step,
      isDark,
      isPierced: goods !== 'garment',
      isOpenwork: isJewellery && !isDark,
    })
  })
  return mask
}

/**
 * From which row on what is in a column may be a shadow below a product: below all that has a hue of its own, and
 * beside it below its middle; and how high the product is. Undefined where a product has the ground's hue itself.
 */
function castBelow(
  mask: Float32Array,
  shades: Float32Array,
  { width, height }: Size,
): { rows: Int32Array; height: number } | undefined {
  const lowest = new Int32Array(width).fill(-1)
  let [coloured, all, sum, top] = [0, 0, 0, height]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (mask[at] === 1) continue
      all++
      if (shades[at]! > 0) continue
      coloured++
      sum += y
      top = Math.min(top, y)
      lowest[x] = y
    }
  }
  if (coloured < GROUND_CAST.coloured * all || coloured === 0) return undefined
  const middle = Math.floor(sum / coloured)
  const rows = lowest.map((y) => (y < 0 ? middle : y) + 1)
  return { rows, height: Math.max(...lowest) - top + 1 }
}

/** Adds to a ground the shadows below a product that are too dark and too steep to be told by their shade alone. */
function addCastShadow(mask: Float32Array, shades: Float32Array, jumps: Jumps, size: Size): void {
  const cast = castBelow(mask, shades, size)
  if (!cast) return
  const all = copyPlane(mask)
  const limits = { step: GROUND_CAST.step, least: GROUND_CAST.least, rows: cast.rows }
  floodFromBorder(all, shades, jumps, size, limits)
  const added = withoutBits(bitsAbove(all, size, 0.5), bitsAbove(mask, size, 0.5))
  for (const { box, runs } of findRegions(added)) {
    const isFlat =
      box.width > GROUND_CAST.flat * box.height && box.height < GROUND_CAST.low * cast.height
    if (!isFlat) continue
    for (let run = 0; run < runs.length; run += 2) mask.fill(1, runs[run]!, runs[run + 1]!)
  }
}

/** Whether a ground is so dark that a share of its light says nothing. */
export function isDarkGround({ fits }: Ground): boolean {
  return fits.reduce((sum, [middle]) => sum + middle, 0) < 3 * DARK_GROUND.below
}

/** The brightness of each pixel as a share of the ground's where it has the ground's hue, 0 elsewhere. */
function shadesOf(
  { red, green, blue }: Levels,
  ground: Ground,
  size: Size,
  isDark: boolean,
): Float32Array {
  const { width, height } = size
  const shades = allocPlane(width * height)
  const x = allocPlane(width)
  for (let column = 0; column < width; column++) x[column] = column
  const most = 5 + 2 * ground.noise
  const even = isDark ? DARK_GROUND.most + 2 * ground.noise : -1
  for (let y = 0; y < height; y++) {
    const row = (plane: Float32Array) => plane.subarray(y * width, (y + 1) * width)
    shadeRow(
      { red: row(red), green: row(green), blue: row(blue), x, shades: row(shades) },
      { ...groundAlongRow(ground, size, y), most, even },
    )
  }
  return shades
}

/** Shadows take a little of the colour of what casts them. */
const shadeRow = formula(
  {
    planes: ['red', 'green', 'blue', 'x', 'shades'],
    scalars: ['fromR', 'byR', 'fromG', 'byG', 'fromB', 'byB', 'most', 'even'],
  },
  `
  r = min(255, max(0, fromR + byR * x))
  g = min(255, max(0, fromG + byG * x))
  b = min(255, max(0, fromB + byB * x))
  share = (red + green + blue) / max(1, r + g + b)
  limit = most + 14 * max(0, 1 - share)
  off = max(abs(red - share * r), max(abs(green - share * g), abs(blue - share * b)))
  lit = off <= limit ? share : 0
  shaded = share >= ${GROUND_SHADOW.least} ? lit : 0
  known = share <= ${GROUND_SHADOW.most} ? shaded : 0
  apart = max(abs(red - r), max(abs(green - g), abs(blue - b)))
  shades = apart <= even ? 1 : known
`,
)

/** At the left and the upper border the jumps are undefined. */
function jumpsOf({ red, green, blue }: Levels, { width, height }: Size): Jumps {
  const count = width * height
  const jumps = { across: allocPlane(count), down: allocPlane(count) }
  for (const [plane, by] of [
    [jumps.across, 1],
    [jumps.down, width],
  ] as const) {
    const before = (level: Float32Array) => level.subarray(0, Math.max(0, count - by))
    const after = (level: Float32Array) => level.subarray(by)
    measureJump({
      red: after(red),
      green: after(green),
      blue: after(blue),
      redBefore: before(red),
      greenBefore: before(green),
      blueBefore: before(blue),
      jump: after(plane),
    })
  }
  return jumps
}

const measureJump = formula(
  {
    planes: ['red', 'green', 'blue', 'redBefore', 'greenBefore', 'blueBefore', 'jump'],
  },
  `jump = max(abs(red - redBefore), max(abs(green - greenBefore), abs(blue - blueBefore)))`,
)

/** What a flood goes over. */
type FloodLimits = {
  /** Levels by which neighbouring pixels differ at most. */
  step: number
  /** The least shade. */
  least: number
  /** The first row of each column that it enters. @default 0 */
  rows?: Int32Array
}

/** Adds to a mask what is connected to it, or to the border, through shades and jumps within the limits. */
function floodFromBorder(
  mask: Float32Array,
  shades: Float32Array,
  { across, down }: Jumps,
  { width, height }: Size,
  { step, least, rows = new Int32Array(width) }: FloodLimits,
): void {
  const mayEnter = (at: number, x: number): boolean =>
    shades[at]! >= least && at >= rows[x]! * width
  for (const at of borderPixels({ width, height })) {
    if (shades[at]! > GROUND_BEGIN && mayEnter(at, at % width)) mask[at] = 1
  }
  // One sweep down and one up reach nearly everything, in the order of memory.
  for (let y = 0, at = 0; y < height; y++) {
    let before = 0
    for (let x = 0; x < width; x++, at++) {
      let reached = mask[at]!
      if (reached === 0 && shades[at]! >= least && y >= rows[x]!) {
        if (before === 1 && across[at]! <= step) reached = 1
        else if (y > 0 && down[at]! <= step) reached = mask[at - width]!
        if (reached === 1) mask[at] = 1
      }
      before = reached
    }
  }
  const open: number[] = []
  for (let y = height - 1, at = mask.length - 1; y >= 0; y--) {
    let after = 0
    for (let x = width - 1; x >= 0; x--, at--) {
      let reached = mask[at]!
      if (reached === 0 && shades[at]! >= least && y >= rows[x]!) {
        if (after === 1 && across[at + 1]! <= step) reached = 1
        else if (y + 1 < height && down[at + width]! <= step) reached = mask[at + width]!
        if (reached === 1) {
          mask[at] = 1
          open.push(at)
        }
      }
      after = reached
    }
  }
  // What the sweep up reached may spread sideways and down again.
  const reach = (to: number, x: number, jump: number): void => {
    if (jump > step || mask[to] === 1 || !mayEnter(to, x)) return
    mask[to] = 1
    open.push(to)
  }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width
    if (x > 0) reach(at - 1, x - 1, across[at]!)
    if (x + 1 < width) reach(at + 1, x + 1, across[at + 1]!)
    if (at >= width) reach(at - width, x, down[at]!)
    if (at + width < mask.length) reach(at + width, x, down[at + width]!)
  }
}
