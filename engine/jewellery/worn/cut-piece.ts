import { boxOfPixels } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import { productOf } from '../../product/product.ts'
import { withArena } from '../../raster/arena.ts'
import {
  type LabPlanes,
  readLabPlanes,
  readRgbPlanes,
  type SamplingGrid,
} from '../../raster/colour/lab-planes.ts'
import { gridOver } from '../../raster/colour/reduce-part.ts'
import { debugPlane } from '../../raster/debug.ts'
import { findComponents } from '../../raster/mask/find-components.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import { shrinkMask } from '../../raster/mask/shrink-mask.ts'
import type { Picture } from '../../raster/picture.ts'
import { type ColourModel, fitColourModel } from '../../regions/colour-model.ts'
import { boxMean } from '../../vision/mattes/box-mean.ts'
import {
  WORN_GAP,
  WORN_GRID,
  WORN_MIDST,
  WORN_MIN_PIXELS,
  WORN_PINHOLE,
  WORN_RIM_SHARE,
  WORN_SKIN_REACH,
  WORN_SURE_SHARE,
  WORN_SURFACE_SIGMA,
  WORN_UNLIKE,
} from '../tuning.ts'
import { mattePiece } from './matte-piece.ts'
import { type Unlikeness, unlikeGround } from './unlike-ground.ts'
import type { CutPiece, WornPlace } from './worn-place.ts'

/** Cuts out what differs from the ground where a piece passes. Undefined where nothing does. */
export function cutPiece(picture: Picture, place: WornPlace): CutPiece | undefined {
  const area = clampBox(place.box, picture)
  if (area.width < 16 || area.height < 16) return undefined
  const grid = gridOver(area, WORN_GRID)
  const { lab, levels } = withArena(() => {
    const { l, a, b } = readLabPlanes(picture, grid)
    const { red, green, blue } = readRgbPlanes(picture, grid)
    return {
      lab: { l: l.slice(), a: a.slice(), b: b.slice() },
      levels: { red: red.slice(), green: green.slice(), blue: blue.slice() },
    }
  })
  const skin = skinColours(picture, place)
  const unlike = unlikeGround(
    lab,
    grid,
    skin,
    Math.max(4, (WORN_SURFACE_SIGMA * place.unit) / grid.scale),
  )
  debugPlane(
    'unlike the ground',
    unlike.shaded.map((value) => Math.min(1, value / 40)),
    grid,
  )
  const pixels = withoutSpurs(piecePixels(unlike, grid, place), grid, place)
  if (pixels.length < WORN_MIN_PIXELS) return undefined
  const matte = mattePiece(levels, unlike.plain, pixels, grid)
  const part = clampBox(growBox(boxOfPixels(pixels, grid.width), 3), grid)
  const product = productOf(matte.levels, matte.alpha, grid, part, grid.scale)
  return {
    product: { ...product, left: area.left + product.left, top: area.top + product.top },
    pixels: pixels.map((at) => toPicture(at, grid)),
    coherence: coherenceOf(pixels, grid),
    clutter: clutterOf(unlike.shaded, pixels, grid, place),
  }
}

function toPicture(at: number, { area, scale, width }: SamplingGrid): Point {
  return {
    x: area.left + ((at % width) + 0.5) * scale,
    y: area.top + (Math.floor(at / width) + 0.5) * scale,
  }
}

/** The pixels of a piece without what its place takes for spurs. */
function withoutSpurs(pixels: number[], grid: SamplingGrid, place: WornPlace): number[] {
  const spurs = place.spurs?.(pixels.map((at) => toPicture(at, grid)))
  const reach = spurs ? Math.round(spurs.reach / grid.scale) : 0
  if (!spurs || reach < 1) return pixels
  const piece = new Uint8Array(grid.width * grid.height)
  for (const at of pixels) piece[at] = 1
  // Stones have pinholes, which are not thin parts of the piece.
  const closed = shrinkMask(growMask(piece, grid, WORN_PINHOLE), grid, WORN_PINHOLE)
  const opened = growMask(shrinkMask(closed, grid, reach), grid, reach)
  return pixels.filter((at) => {
    const { x, y } = toPicture(at, grid)
    return opened[at] === 1 || !spurs.isPossible(x, y)
  })
}

/** The share of a piece that is its largest connected part. */
function coherenceOf(pixels: readonly number[], { width, height }: SamplingGrid): number {
  const piece = new Float32Array(width * height)
  for (const at of pixels) piece[at] = 1
  const any = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  const parts = findComponents(piece, width, any).map((part) => part.pixels.length)
  return Math.max(...parts) / pixels.length
}

/** The share of the place that differs from the ground and is no part of the piece. */
function clutterOf(
  unlike: Float32Array,
  pixels: readonly number[],
  grid: SamplingGrid,
  place: WornPlace,
): number {
  const piece = new Set(pixels)
  let [clutter, all] = [0, 0]
  for (const [at, value] of unlike.entries()) {
    const { x, y } = toPicture(at, grid)
    if (!place.allows(x, y)) continue
    all++
    if (value > WORN_UNLIKE.still && !piece.has(at)) clutter++
  }
  return clutter / Math.max(1, all)
}

/** The colours around the places that surely show skin. */
function skinColours(picture: Picture, { skin, unit }: WornPlace): ColourModel {
  const reach = Math.max(1, Math.round(WORN_SKIN_REACH * unit))
  const colours: LabPlanes[] = skin.flatMap(({ x, y }) => {
    const around = { left: x - reach, top: y - reach, width: 2 * reach, height: 2 * reach }
    const area = clampBox(around, picture)
    if (area.width < 1 || area.height < 1) return []
    return withArena(() => {
      const { l, a, b } = readLabPlanes(picture, gridOver(area, 8))
      return { l: l.slice(), a: a.slice(), b: b.slice() }
    })
  })
  const joined = (name: 'l' | 'a' | 'b'): Float32Array =>
    Float32Array.from(colours.flatMap((planes) => [...planes[name]]))
  const lab = { l: joined('l'), a: joined('a'), b: joined('b') }
  return fitColourModel(lab, [...lab.l.keys()], 5)
}

/** The pixels that differ, as far as they are one with what passes where a piece is fixed. */
function piecePixels(unlike: Unlikeness, grid: SamplingGrid, place: WornPlace): number[] {
  const allowed = unlike.shaded.map((value, at) => {
    const { x, y } = toPicture(at, grid)
    const least = place.isAside?.(x, y) ? WORN_UNLIKE.sure : 0
    return place.allows(x, y) && value >= least ? value : 0
  })
  const none = Number.POSITIVE_INFINITY
  const limits = { low: WORN_UNLIKE.still, high: WORN_UNLIKE.sure, share: 0, most: none }
  const solid = new Float32Array(allowed.length)
  for (const { pixels } of findComponents(allowed, grid.width, limits)) {
    const sure = pixels.filter((at) => allowed[at]! > WORN_UNLIKE.sure).length
    if (sure > WORN_SURE_SHARE * pixels.length) for (const at of pixels) solid[at] = 1
  }
  const unit = place.unit / grid.scale
  const joined = boxMean(
    solid,
    grid.width,
    grid.height,
    Math.max(1, Math.round((WORN_GAP * unit) / 2)),
  )
  const any = { low: 1e-4, high: 1e-4, share: 0, most: none }
  const own = findComponents(joined, grid.width, any).flatMap(({ pixels }) => {
    const piece = pixels.filter((at) => solid[at] === 1)
    const passes = piece.some((at) => {
      const { x, y } = toPicture(at, grid)
      return place.passes(x, y)
    })
    return passes ? piece : []
  })
  return filled(own, unlike, grid, unit)
}

/**
 * Adds what belongs to a piece though it differs little by itself: parts in its midst that have nearly the skin's
 * colour, and its dark rim, which might be shade.
 */
function filled(
  own: readonly number[],
  { shaded, plain }: Unlikeness,
  { width, height }: SamplingGrid,
  unit: number,
): number[] {
  const piece = new Float32Array(plain.length)
  for (const at of own) piece[at] = 1
  const around = boxMean(piece, width, height, Math.max(1, Math.round(WORN_MIDST.reach * unit)))
  const beside = boxMean(piece, width, height, 1)
  return [...plain.keys()].filter(
    (at) =>
      piece[at] === 1 ||
      (around[at]! > WORN_MIDST.share && shaded[at]! > WORN_UNLIKE.midst) ||
      (beside[at]! > WORN_RIM_SHARE && plain[at]! > WORN_UNLIKE.rim),
  )
}
