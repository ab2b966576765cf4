import { alphaOf, type Product } from '../product/product.ts'
import { boxOfPixels } from '../raster/bounding-box.ts'
import { findComponents } from '../raster/find-components.ts'
import type { Box, Point } from '../raster/picture.ts'
import { boxMean } from '../vision/mattes/box-mean.ts'

/** From this alpha on a pixel counts as the product. */
export const SOLID = 0.4

/** Pieces that lie closer than this share of the picture's longer side are one: links, drops on a hook. */
const GAP = 0.02

/** A piece of a product picture: one of a pair of earrings. */
export type Piece = { box: Box; pixels: number[] }

/** The pieces of a product from left to right, without crumbs. */
export function piecesOf(product: Product): Piece[] {
  const alpha = alphaOf(product)
  const radius = Math.max(1, Math.round((GAP / 2) * Math.max(product.width, product.height)))
  const solid = alpha.map((share) => (share >= SOLID ? 1 : 0))
  const joined = boxMean(solid, product.width, product.height, radius)
  const limits = { low: 1e-4, high: 1e-4, share: 0, most: Number.POSITIVE_INFINITY }
  const pieces = findComponents(joined, product.width, limits).map(({ pixels }): Piece => {
    const own = pixels.filter((at) => solid[at] === 1)
    return { box: boxOfPixels(own, product.width), pixels: own }
  })
  const largest = pieces.reduce((most, { pixels }) => Math.max(most, pixels.length), 0)
  return pieces
    .filter(({ pixels }) => pixels.length > 0.08 * largest)
    .toSorted((a, b) => a.box.left - b.box.left)
}

/** A hole of a product: a part without it that is enclosed by it. */
export type Hole = {
  pixels: number[]
  /** Its two pixels that are farthest apart across the picture, at their middle height. */
  leftmost: Point
  rightmost: Point
  area: number
}

/** The holes of a product, the largest first. Breaks of a pixel or two in a thin chain do not open a hole. */
export function holesOf(product: Product): Hole[] {
  const { width, height } = product
  const alpha = alphaOf(product)
  const closed = boxMean(
    alpha.map((share) => (share >= SOLID ? 1 : 0)),
    width,
    height,
    1,
  )
  const empty = closed.map((share) => (share < 0.1 ? 1 : 0))
  const limits = { low: 0.5, high: 0.5, share: 0, most: Number.POSITIVE_INFINITY }
  return findComponents(empty, width, limits)
    .filter(({ pixels }) => pixels.every((at) => isInside(at, width, height)))
    .map(({ pixels }) => ({ pixels, area: pixels.length, ...farthestAcross(pixels, width) }))
    .toSorted((a, b) => b.area - a.area)
}

function isInside(at: number, width: number, height: number): boolean {
  const x = at % width
  const y = (at - x) / width
  return x > 0 && y > 0 && x + 1 < width && y + 1 < height
}

function farthestAcross(pixels: readonly number[], width: number) {
  const { left, width: across } = boxOfPixels(pixels, width)
  const middleOf = (from: number, to: number): Point => {
    const own = pixels.filter((at) => at % width >= from && at % width <= to)
    const ys = own.map((at) => Math.floor(at / width) + 0.5).sort((a, b) => a - b)
    return { x: (from + to + 1) / 2, y: ys[ys.length >> 1]! }
  }
  const [l, r] = [left, left + across - 1]
  return {
    leftmost: { ...middleOf(l, l), x: l - 0.5 },
    rightmost: { ...middleOf(r, r), x: r + 1.5 },
  }
}
