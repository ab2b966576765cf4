import type { Size } from '../geometry/size.ts'
import { allocPlane, withArena } from '../raster/arena.ts'
import { formula } from '../raster/formula.ts'
import {
  addRuns,
  type BitMask,
  bitsAbove,
  emptyBits,
  withoutBits,
  writeBits,
} from '../raster/mask/bit-mask.ts'
import { findRegions } from '../raster/mask/find-regions.ts'
import { borderBits, floodBits, waysOver } from '../raster/mask/flood-bits.ts'
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
  SHADOW_REMAINS,
  SURFACE_SHADE,
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
  const mask = allocPlane(size.width * size.height)
  const isDark = isDarkGround(ground)
  const isJewellery = goods === 'jewellery'
  withArena(() => {
    const shades = shadesOf(levels, ground, size, isDark)
    const jumps = jumpsOf(levels, size)
    const step = (isDark ? DARK_GROUND.step : GROUND_STEP) + GROUND_STEP_BY_NOISE * ground.noise
    const bits = emptyBits(size)
    floodFromBorder(bits, shades, jumps, { step, above: 0 })
    if (isJewellery && !isDark) {
      const veil = { step: Math.max(step, GROUND_VEIL.step), above: GROUND_VEIL.least }
      floodFromBorder(bits, shades, jumps, veil)
      addCastShadow(bits, shades, jumps)
    }
    if (goods === 'garment' && !isDark) addShadowRemains(bits, shades, jumps)
    writeBits(mask, bits)
    openHoles(mask, levels, shades, jumps, {
      size,
      step,
      isDark,
      isPierced: goods !== 'garment',
      isOpenwork: isJewellery && !isDark,
      isEvenlyLit: isJewellery && !isDark && ground.noise < SURFACE_SHADE.noise,
    })
  })
  return mask
}

/**
 * From which row on what is in a column may be a shadow below a product: below all that has a hue of its own, and
 * beside it below its middle; and how high the product is. Undefined where a product has the ground's hue itself.
 */
function castBelow(
  { width, height, stride, words }: BitMask,
  shades: Float32Array,
): { rows: Int32Array; height: number } | undefined {
  const lowest = new Int32Array(width).fill(-1)
  let [coloured, all, sum, top] = [0, 0, 0, height]
  const readRow = (y: number): void => {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if ((words[y * stride + (x >>> 5)]! >>> (x & 31)) & 1) continue
      all++
      if (shades[at]! > 0) continue
      coloured++
      sum += y
      top = Math.min(top, y)
      lowest[x] = y
    }
  }
  for (let y = 0; y < height; y++) readRow(y)
  if (coloured < GROUND_CAST.coloured * all || coloured === 0) return undefined
  const middle = Math.floor(sum / coloured)
  const rows = lowest.map((y) => (y < 0 ? middle : y) + 1)
  return { rows, height: Math.max(...lowest) - top + 1 }
}

/** Adds to a ground the shadows below a product that are too dark and too steep to be told by their shade alone. */
function addCastShadow(mask: BitMask, shades: Float32Array, jumps: Jumps): void {
  const cast = castBelow(mask, shades)
  if (!cast) return
  const all = { ...mask, words: mask.words.slice() }
  const limits = { step: GROUND_CAST.step, above: GROUND_CAST.least, rows: cast.rows }
  floodFromBorder(all, shades, jumps, limits)
  for (const { box, runs } of findRegions(withoutBits(all, mask))) {
    const isFlat =
      box.width > GROUND_CAST.flat * box.height && box.height < GROUND_CAST.low * cast.height
    if (isFlat) addRuns(mask, runs)
  }
}

/**
 * Adds to a ground what is left of shadows beside a garment of another hue: small pieces, as deep in an armpit, below
 * a cuff and beside a hem, where a shadow is too steep to be told by its shade. What is larger may be pale cloth.
 */
function addShadowRemains(mask: BitMask, shades: Float32Array, jumps: Jumps): void {
  const cast = castBelow(mask, shades)
  if (!cast) return
  const all = { ...mask, words: mask.words.slice() }
  floodFromBorder(all, shades, jumps, { step: SHADOW_REMAINS.step, above: SHADOW_REMAINS.least })
  const most = SHADOW_REMAINS.most * cast.height
  for (const { box, runs } of findRegions(withoutBits(all, mask))) {
    if (box.width < most && box.height < most) addRuns(mask, runs)
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
  /** What shades are above. */
  above: number
  /** The first row of each column that it enters. @default 0 */
  rows?: Int32Array
}

/** Adds to a mask what is connected to it, or to the border, through shades and jumps within the limits. */
function floodFromBorder(
  mask: BitMask,
  shades: Float32Array,
  jumps: Jumps,
  { step, above, rows }: FloodLimits,
): void {
  const open = bitsAbove(shades, mask, above)
  if (rows) clearAbove(open, rows)
  const light = borderBits(bitsAbove(shades, mask, GROUND_BEGIN))
  for (let word = 0; word < mask.words.length; word++) {
    mask.words[word] = mask.words[word]! | (light.words[word]! & open.words[word]!)
  }
  floodBits(mask, waysOver(open, jumps, step))
}

/** Clears of each column of a mask what is above a row. */
function clearAbove({ width, stride, words }: BitMask, rows: Int32Array): void {
  for (let x = 0; x < width; x++) {
    const kept = ~(1 << (x & 31))
    const end = Math.min(words.length, rows[x]! * stride)
    for (let at = x >>> 5; at < end; at += stride) words[at] = words[at]! & kept
  }
}
