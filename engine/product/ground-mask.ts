import { boxOfPixels } from '../geometry/bounding-box.ts'
import type { Size } from '../geometry/size.ts'
import { allocPlane, allocZeroPlane, withArena } from '../raster/arena.ts'
import { formula } from '../raster/formula.ts'
import { borderPixels } from '../raster/mask/border-pixels.ts'
import { findComponents } from '../raster/mask/find-components.ts'
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
    floodFromBorder(mask, shades, jumps, size, step)
    if (isJewellery && !isDark) {
      const veil = shades.map((shade) => (shade >= GROUND_VEIL.least ? shade : 0))
      floodFromBorder(mask, veil, jumps, size, Math.max(step, GROUND_VEIL.step))
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
 * The shades of the ground, and of what may be a shadow below a product: in its columns what is below all that has a
 * hue of its own, beside them what is below its middle; and how high that is. Undefined where a product has the
 * ground's hue itself.
 */
function castBelow(
  mask: Float32Array,
  shades: Float32Array,
  { width, height }: Size,
): { shades: Float32Array; height: number } | undefined {
  const lowest = new Int32Array(width).fill(-1)
  let [coloured, all, rows, top] = [0, 0, 0, height]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (mask[at] === 1) continue
      all++
      if (shades[at]! > 0) continue
      coloured++
      rows += y
      top = Math.min(top, y)
      lowest[x] = y
    }
  }
  if (coloured < GROUND_CAST.coloured * all || coloured === 0) return undefined
  const middle = rows / coloured
  const cast = shades.map((shade, at) => {
    if (mask[at] === 1) return shade
    const base = lowest[at % width]!
    const isBelow = Math.floor(at / width) > (base < 0 ? middle : base)
    return isBelow && shade >= GROUND_CAST.least ? shade : 0
  })
  return { shades: cast, height: Math.max(...lowest) - top + 1 }
}

/** Adds to a ground the shadows below a product that are too dark and too steep to be told by their shade alone. */
function addCastShadow(mask: Float32Array, shades: Float32Array, jumps: Jumps, size: Size): void {
  const cast = castBelow(mask, shades, size)
  if (!cast) return
  const all = mask.slice()
  floodFromBorder(all, cast.shades, jumps, size, GROUND_CAST.step)
  const added = all.map((on, at) => on - mask[at]!)
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  for (const { pixels } of findComponents(added, size.width, limits)) {
    const { width, height } = boxOfPixels(pixels, size.width)
    const isFlat = width > GROUND_CAST.flat * height && height < GROUND_CAST.low * cast.height
    if (isFlat) for (const at of pixels) mask[at] = 1
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

function floodFromBorder(
  mask: Float32Array,
  shades: Float32Array,
  { across, down }: Jumps,
  { width, height }: Size,
  step: number,
): void {
  for (const at of borderPixels({ width, height })) if (shades[at]! > GROUND_BEGIN) mask[at] = 1
  // One sweep down and one up reach nearly everything, in the order of memory.
  for (let y = 0, at = 0; y < height; y++) {
    let before = 0
    for (let x = 0; x < width; x++, at++) {
      let reached = mask[at]!
      if (reached === 0 && shades[at]! > 0) {
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
      if (reached === 0 && shades[at]! > 0) {
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
  const reach = (to: number, jump: number): void => {
    if (jump > step || mask[to] === 1 || shades[to] === 0) return
    mask[to] = 1
    open.push(to)
  }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width
    if (x > 0) reach(at - 1, across[at]!)
    if (x + 1 < width) reach(at + 1, across[at + 1]!)
    if (at >= width) reach(at - width, down[at]!)
    if (at + width < mask.length) reach(at + width, down[at + width]!)
  }
}
