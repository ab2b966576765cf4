import { boxOfPixels } from '../geometry/bounding-box.ts'
import type { Box } from '../geometry/box.ts'
import type { Point } from '../geometry/point.ts'
import { medianOrZero } from '../geometry/quantile.ts'
import type { Size } from '../geometry/size.ts'
import type { Product } from '../product/product.ts'
import { PIECE_GAP } from '../product/tuning.ts'
import { bitsAbove, growBits } from '../raster/mask/bit-mask.ts'
import { findRegions, type Region } from '../raster/mask/find-regions.ts'
import { boxMean } from '../vision/mattes/box-mean.ts'
import { HOLE_EMPTY, OUTLINE_SIDE, PIECE_CRUMB, SOLID } from './tuning.ts'

/** Where a product is: its alpha, in blocks of which each has the greatest one, so that thin chains stay whole. */
export type Outline = Size & {
  alpha: Float32Array
  /** Pixels of the product per pixel of the outline, each way. */
  scale: number
}

/** The outline of a product at no more than {@link OUTLINE_SIDE} pixels. */
export function outlineOf({ data, width, height }: Product): Outline {
  const scale = Math.max(1, Math.ceil(Math.max(width, height) / OUTLINE_SIDE))
  const size = { width: Math.ceil(width / scale), height: Math.ceil(height / scale) }
  const alpha = new Float32Array(size.width * size.height)
  for (let y = 0; y < height; y++) {
    const own = data.subarray(4 * y * width, 4 * (y + 1) * width)
    raiseRow(alpha, Math.floor(y / scale) * size.width, own, scale)
  }
  return { ...size, alpha, scale }
}

/** Raises a row of an outline to the most alpha of a row of the product. */
function raiseRow(alpha: Float32Array, row: number, own: Float32Array, scale: number): void {
  for (let from = 3, to = row; from < own.length; to++) {
    const end = Math.min(own.length, from + 4 * scale)
    let most = alpha[to]!
    for (; from < end; from += 4) if (own[from]! > most) most = own[from]!
    alpha[to] = most
  }
}

/** A piece of an outline, in its pixels: one of a pair of earrings. */
export type Piece = { box: Box; pixels: number[] }

/**
 * The pieces of a product from left to right, without crumbs.
 * @param gap across which parts are one piece, as a share of the longer side, at least two pixels; with 0 they touch
 */
export function piecesOf({ alpha, width, height }: Outline, gap: number = PIECE_GAP): Piece[] {
  const least = gap > 0 ? 1 : 0
  const radius = Math.max(least, Math.round((gap / 2) * Math.max(width, height)))
  const solid = bitsAbove(solidOf(alpha), { width, height }, 0)
  const pieces = findRegions(growBits(solid, radius)).map(({ runs }): Piece => {
    const own: number[] = []
    for (let run = 0; run < runs.length; run += 2) {
      for (let at = runs[run]!; at < runs[run + 1]!; at++) if (alpha[at]! >= SOLID) own.push(at)
    }
    return { box: boxOfPixels(own, width), pixels: own }
  })
  const largest = pieces.reduce((most, { pixels }) => Math.max(most, pixels.length), 0)
  return pieces
    .filter(({ pixels }) => pixels.length > PIECE_CRUMB * largest)
    .toSorted((a, b) => a.box.left - b.box.left)
}

/** 1 where a pixel counts as the product, 0 elsewhere. */
function solidOf(alpha: Float32Array): Float32Array {
  const solid = new Float32Array(alpha.length)
  for (let at = 0; at < alpha.length; at++) if (alpha[at]! >= SOLID) solid[at] = 1
  return solid
}

/** A hole of a product: a part without it that is enclosed by it. */
export type Hole = {
  /** Its two ends that are farthest apart across the picture, at their middle height, in pixels of the product. */
  leftmost: Point
  rightmost: Point
  /** Pixels of the product. */
  area: number
}

/** The holes of a product, the largest first. Breaks of a pixel or two in a thin chain do not open a hole. */
export function holesOf({ alpha, width, height, scale }: Outline): Hole[] {
  const empty = boxMean(solidOf(alpha), width, height, 1)
  for (let at = 0; at < empty.length; at++) empty[at] = empty[at]! < HOLE_EMPTY ? 1 : 0
  return findRegions(bitsAbove(empty, { width, height }, 0))
    .filter(({ box }) => isInside(box, width, height))
    .map((region) => {
      const { leftmost, rightmost } = farthestAcross(region, width)
      return {
        leftmost: inProduct(leftmost, scale),
        rightmost: inProduct(rightmost, scale),
        area: region.count * scale * scale,
      }
    })
    .toSorted((a, b) => b.area - a.area)
}

/** A place of an outline in the pixels of its product. */
export function inProduct({ x, y }: Point, scale: number): Point {
  return { x: x * scale, y: y * scale }
}

function isInside({ left, top, width, height }: Box, across: number, down: number): boolean {
  return left > 0 && top > 0 && left + width < across && top + height < down
}

function farthestAcross({ box, runs }: Region, width: number) {
  const [l, r] = [box.left, box.left + box.width - 1]
  const [first, last]: [number[], number[]] = [[], []]
  for (let run = 0; run < runs.length; run += 2) {
    const row = Math.floor(runs[run]! / width)
    if (runs[run]! === row * width + l) first.push(row + 0.5)
    if (runs[run + 1]! - 1 === row * width + r) last.push(row + 0.5)
  }
  return {
    leftmost: { x: l - 0.5, y: medianOrZero(first) },
    rightmost: { x: r + 3 / 2, y: medianOrZero(last) },
  }
}
