import { Fault } from '../../catalog/failures/fault.ts'
import { boxAround } from '../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'
import { withArena } from '../raster/arena.ts'
import { readLabPlanes, readRgbPlanes, type SamplingGrid } from '../raster/colour/lab-planes.ts'
import { luma } from '../raster/colour/luma.ts'
import { gridOver } from '../raster/colour/reduce-part.ts'
import { debugPicture, debugPlane } from '../raster/debug.ts'
import { bitsAbove } from '../raster/mask/bit-mask.ts'
import { findRegions, type Region } from '../raster/mask/find-regions.ts'
import type { Picture } from '../raster/picture.ts'
import { isOpaque } from '../raster/pixels/packed-rgba.ts'
import { addDarkSurfaces } from './add-dark-surfaces.ts'
import { clearFaintMarks, clearLabels } from './clear-labels.ts'
import { clearRemains } from './clear-remains.ts'
import { closeHighlights } from './close-highlights.ts'
import { colouredGround } from './coloured-ground.ts'
import { evenGround } from './even-ground.ts'
import { groundMask, isDarkGround } from './ground-mask.ts'
import { hasFaintOutline } from './has-faint-outline.ts'
import { isOnCloth } from './is-on-cloth.ts'
import { keepPieces } from './keep-pieces.ts'
import { decontaminate, type Matte, matteEdges } from './matte-edges.ts'
import { mendThin } from './mend-thin.ts'
import { hasTransparentGround, readAlpha, unveil } from './own-alpha.ts'
import { fitGround, type Ground } from './plain-ground.ts'
import { type Levels, type Product, productOf } from './product.ts'
import {
  DARK_SURFACE,
  MASK_STRETCH,
  PLAIN_SHARE,
  PRODUCT_BREADTH,
  PRODUCT_COVER,
  PRODUCT_CUT,
  PRODUCT_LENGTH,
  PRODUCT_PIECE,
  PRODUCT_SIDE,
  PRODUCT_SPECK,
} from './tuning.ts'

/** What a product picture is cut out by, besides its own pixels. */
export type CutOutOptions = {
  /** White on the product; of any size with the picture's aspect ratio. */
  mask?: Picture | undefined
  /** Whether the ground is to be removed; otherwise the picture is the product as it is, with its alpha. */
  removeBackground: boolean
  /**
   * Whether soft shadows are ground; its very colour alone, as where white lies on white; or all hues of the picture's
   * border, as of cloth in folds around gold. @default 'shaded'
   */
  ground?: 'shaded' | 'even' | 'coloured'
  /**
   * What it is, where that is known: jewellery may enclose a broad part of the ground, mirrors lamps, and hangs on
   * chains of a few pixels; a garment has prints in the ground's colour, which are no holes.
   */
  goods?: 'jewellery' | 'garment'
  /** Named in faults: the index of the reference. */
  index: number
}

/** The fault of a picture that shows no product alone on a plain ground; somebody may wear the product in it. */
export class NotAlone extends Fault {}

/**
 * Cuts a product out of its picture: by the mask, by the file's own alpha, or against a plain ground, whose soft
 * shadows go with it.
 * @throws Fault `reference` where there is no product that can be told from its ground
 */
export function readProduct(picture: Picture, options: CutOutOptions): Product {
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height }
  const grid = gridOver(whole, PRODUCT_SIDE)
  return withArena(() => {
    const { levels, alpha, hasHighlights } = cutOut(picture, grid, options)
    if (options.goods === 'jewellery' && options.removeBackground && hasHighlights !== false)
      closeHighlights(alpha, levels, grid)
    const part = requireProduct(alpha, grid, options)
    debugPlane('alpha of the product', alpha, grid)
    return productOf(levels, alpha, grid, part, grid.scale)
  })
}

/** `hasHighlights` is false where what is as white as a lamp cannot have been taken for the ground. */
type CutOut = Matte & { hasHighlights?: boolean }

function cutOut(picture: Picture, grid: SamplingGrid, options: CutOutOptions): CutOut {
  const levels = readRgbPlanes(picture, grid)
  if (options.mask) {
    const alpha = readMask(options.mask, picture, grid, options.index)
    return { alpha, levels: decontaminate(levels, alpha, grid) }
  }
  const own = isOpaque(picture) ? undefined : readAlpha(picture, grid)
  if (!options.removeBackground) {
    return { alpha: own ?? new Float32Array(grid.width * grid.height).fill(1), levels }
  }
  if (own && hasTransparentGround(own))
    return { alpha: own, levels: unveil(picture, grid, levels, own) }
  return cutFromGround(picture, levels, grid, options)
}

/** A mask file at the grid's size, as alpha. */
function readMask(mask: Picture, picture: Size, grid: SamplingGrid, index: number): Float32Array {
  const stretch = mask.width / picture.width / (mask.height / picture.height)
  if (stretch < MASK_STRETCH.least || stretch > MASK_STRETCH.most) {
    throw new Fault(
      'reference',
      `The mask of reference ${index} has another shape than its picture: ${mask.width} × ${mask.height} ` +
        `beside ${picture.width} × ${picture.height}.`,
      { role: 'refmsk' },
    )
  }
  const alpha = new Float32Array(grid.width * grid.height)
  const ratio = (grid.scale * mask.width) / picture.width
  for (let y = 0, to = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++, to++) alpha[to] = meanLuma(mask, x, y, ratio) / 255
  }
  return alpha
}

/** The mean luma of the pixels of a mask that one grid pixel covers. */
function meanLuma({ data, width, height }: Picture, x: number, y: number, ratio: number): number {
  const [left, top] = [Math.floor(x * ratio), Math.floor(y * ratio)]
  const right = Math.min(width, Math.max(left + 1, Math.floor((x + 1) * ratio)))
  const bottom = Math.min(height, Math.max(top + 1, Math.floor((y + 1) * ratio)))
  let [sum, count] = [0, 0]
  for (let row = Math.min(top, height - 1); row < bottom; row++) {
    for (let column = Math.min(left, width - 1); column < right; column++, count++) {
      const at = (row * width + column) * 4
      sum += luma(data[at]!, data[at + 1]!, data[at + 2]!) * data[at + 3]!
    }
  }
  return sum / (255 * Math.max(1, count))
}

function cutFromGround(
  picture: Picture,
  levels: Levels,
  grid: SamplingGrid,
  { index, ground: kind, goods }: CutOutOptions,
): CutOut {
  if (kind === 'coloured') {
    const coloured = colouredGround(readLabPlanes(picture, grid), grid)
    if (!coloured) throw notPlain(index)
    debugPlane('ground of the product', coloured, grid)
    return { alpha: matteEdges(levels, coloured, grid), levels }
  }
  const ground = fitGround(levels, grid)
  if (ground.share < PLAIN_SHARE) throw notPlain(index)
  const mask =
    kind === 'even' ? evenGround(levels, ground, grid) : groundMask(levels, ground, grid, goods)
  debugPicture('product picture', picture)
  debugPlane('ground of the product', mask, grid)
  const own = { red: levels.red.slice(), green: levels.green.slice(), blue: levels.blue.slice() }
  const hasHighlights = !isDarkGround(ground)
  const cutBy = (shown: Float32Array): Float32Array => {
    const alpha = matteEdges(levels, shown, grid)
    if (goods === 'jewellery') clearMarks(alpha, own, grid, ground)
    return alpha
  }
  let alpha = cutBy(mask)
  if (goods === 'jewellery' && !hasHighlights && !isInside(alpha, grid, PRODUCT_CUT)) {
    const stand = mask.slice()
    if (addDarkSurfaces(stand, own, grid) > DARK_SURFACE.share) {
      for (const c of ['red', 'green', 'blue'] as const) levels[c].set(own[c])
      const onStand = cutBy(stand)
      if (isInside(onStand, grid, { ...PRODUCT_CUT, elsewhere: 0 })) alpha = onStand
    }
  }
  requireInside(alpha, grid, index)
  if (goods === 'jewellery' && !hasHighlights && isOnCloth(alpha, own, middleOf(ground))) {
    throw new NotAlone(
      'reference',
      `Reference ${index} shows the product on cloth, whose folds cannot be told from it: send it on a plain ` +
        'ground, with a transparent one, or with a mask.',
      { role: 'ref' },
    )
  }
  if (
    goods === 'jewellery' &&
    hasHighlights &&
    hasFaintOutline(alpha, own, grid, middleOf(ground))
  ) {
    throw new Fault(
      'reference',
      `What reference ${index} shows is in part as light as its ground, as silver on white is, so that its outline ` +
        'cannot be told: send it on a darker ground, with a transparent one, or with a mask.',
      { role: 'ref' },
    )
  }
  if (goods === 'jewellery') mendThin(alpha, levels, own, grid, middleOf(ground))
  return { alpha, levels, hasHighlights }
}

/** Clears what lies beside a piece of jewellery and is none of it. Alpha is changed. */
function clearMarks(alpha: Float32Array, own: Levels, grid: SamplingGrid, ground: Ground): void {
  const isDark = isDarkGround(ground)
  if (!isDark) clearLabels(alpha, own, grid)
  clearFaintMarks(alpha, own, grid, middleOf(ground))
  clearRemains(alpha, own, grid, middleOf(ground), isDark)
  keepPieces(alpha, grid)
}

function notPlain(index: number): NotAlone {
  return new NotAlone(
    'reference',
    `Reference ${index} has no plain ground to cut the product out of: send it on a plain ground, ` +
      'with a transparent one, or with a mask.',
    { role: 'ref' },
  )
}

/** The ground's levels in the middle of the picture. */
function middleOf({ fits: [red, green, blue] }: Ground): [number, number, number] {
  return [red[0], green[0], blue[0]]
}

/** Whether nothing leaves the picture along more than these shares of its shorter side. */
function isInside(
  alpha: Float32Array,
  { width, height }: Size,
  share: { top: number; elsewhere: number },
): boolean {
  const run = (from: number, step: number, count: number): number =>
    longestRun(alpha, from, step, count)
  const elsewhere = Math.max(
    run((height - 1) * width, 1, width),
    run(0, width, height),
    run(width - 1, width, height),
  )
  const most = (of: number): number => Math.max(PRODUCT_BREADTH, of * Math.min(width, height))
  return run(0, 1, width) <= most(share.top) && elsewhere <= most(share.elsewhere)
}

/** What leaves the picture broadly is no product alone. @throws Fault `reference` */
function requireInside(alpha: Float32Array, size: Size, index: number): void {
  if (isInside(alpha, size, PRODUCT_CUT)) return
  throw new NotAlone(
    'reference',
    `What reference ${index} shows goes on beyond its border, as a person who wears the product does: ` +
      'send the whole product alone, or with a mask.',
    { role: 'ref' },
  )
}

/** The most pixels in a row that show the product, of `count` pixels of a plane that lie `step` apart. */
function longestRun(alpha: Float32Array, from: number, step: number, count: number): number {
  let [longest, run] = [0, 0]
  for (let nth = 0, at = from; nth < count; nth++, at += step) {
    run = alpha[at]! > 0.5 ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** The box of the product, with a pixel around it. Specks of the ground are cleared from alpha. */
function requireProduct(
  alpha: Float32Array,
  size: SamplingGrid,
  { index, mask, removeBackground }: CutOutOptions,
): Box {
  const pieces = findRegions(bitsAbove(alpha, size, PRODUCT_PIECE.low)).filter((piece) =>
    rises(piece, alpha, PRODUCT_PIECE.high),
  )
  const largest = pieces.reduce((most, { count }) => Math.max(most, count), 0)
  const kept = pieces.filter(({ count }) => count > Math.max(3, PRODUCT_SPECK * largest))
  const covered = kept.reduce((sum, { count }) => sum + count, 0) / alpha.length
  const boxes = kept.map(({ box }) => box)
  const bare = boxes.length > 0 ? boxAround(boxes) : undefined
  const box = bare && roomy(bare, size)
  const [breadth, length] = sidesOf(bare, size)
  if (
    !box ||
    covered < PRODUCT_COVER.least ||
    length < PRODUCT_LENGTH ||
    breadth < PRODUCT_BREADTH
  ) {
    throw new Fault('reference', `No product stands out in reference ${index}.`, { role: 'ref' })
  }
  // A picture may be the product as a whole where the request says so.
  const isWhole = (mask !== undefined || !removeBackground) && isOpaquePlane(alpha)
  if (covered > PRODUCT_COVER.most && !isWhole) {
    throw new Fault('reference', `The product fills reference ${index}: nothing tells it apart.`, {
      role: 'ref',
    })
  }
  clearOutside(alpha, box, size)
  return box
}

/** Whether a piece has a pixel of this alpha. */
function rises({ runs }: Region, alpha: Float32Array, least: number): boolean {
  for (let run = 0; run < runs.length; run += 2) {
    for (let at = runs[run]!; at < runs[run + 1]!; at++) if (alpha[at]! >= least) return true
  }
  return false
}

/** The shorter and the longer side of a box in pixels of the picture. */
function sidesOf(box: Box | undefined, { scale }: SamplingGrid): [number, number] {
  const { width, height } = box ?? { width: 0, height: 0 }
  return [Math.min(width, height) * scale, Math.max(width, height) * scale]
}

/** A box with a pixel of room at each side. */
function roomy(box: Box, size: Size): Box {
  return clampBox(growBox(box, 1), size)
}

function isOpaquePlane(alpha: Float32Array): boolean {
  return alpha.every((share) => share === 1)
}

/** Nothing outside the product's box is part of it. */
function clearOutside(alpha: Float32Array, { left, top, width, height }: Box, size: Size): void {
  const row = (y: number): number => y * size.width
  alpha.fill(0, 0, row(top))
  alpha.fill(0, row(top + height))
  for (let y = top; y < top + height; y++) {
    alpha.fill(0, row(y), row(y) + left)
    alpha.fill(0, row(y) + left + width, row(y + 1))
  }
}
