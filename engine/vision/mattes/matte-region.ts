import type { Picture } from '../../raster/picture.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { type Roi, roiToPicture } from '../input/roi.ts'
import { pyramidLevelFor } from '../input/sample-roi.ts'
import type { Guide } from './guided-filter.ts'

/** An upright part of a picture and the coarser grid on which its matte is computed, so that the cost is bounded. */
export type MatteRegion = {
  /** The part of the picture, in whole source pixels; `right` and `bottom` are just outside. */
  left: number
  top: number
  right: number
  bottom: number
  /** The size of the grid, in grid pixels. */
  width: number
  height: number
  /** Grid pixels per source pixel, at most 1. */
  scale: number
}

/** Grid pixels along the longer side: twice as many as the network's mask has, so that its edges can be refined. */
const GRID_LONG_SIDE = 512

/** The part of the picture around a region of interest; undefined when that lies outside the picture. */
export function matteRegionOf(roi: Roi, picture: Picture): MatteRegion | undefined {
  const corners = [0, 1, 2, 3].map((n) => roiToPicture(roi, n & 1, n >> 1))
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const left = Math.max(0, Math.floor(Math.min(...xs)))
  const top = Math.max(0, Math.floor(Math.min(...ys)))
  const right = Math.min(picture.width, Math.ceil(Math.max(...xs)))
  const bottom = Math.min(picture.height, Math.ceil(Math.max(...ys)))
  if (right <= left || bottom <= top) return undefined
  const scale = Math.min(1, GRID_LONG_SIDE / Math.max(right - left, bottom - top))
  const width = Math.max(1, Math.round((right - left) * scale))
  const height = Math.max(1, Math.round((bottom - top) * scale))
  return { left, top, right, bottom, width, height, scale }
}

/** The picture on a region's grid (nearest pixel of the nearest larger pyramid level), 0–1. */
export function sampleGuide(pyramid: Pyramid, region: MatteRegion): Guide {
  const level = pyramidLevelFor(pyramid, 1 / region.scale)
  const source = pyramid[level] ?? pyramid[0]
  const count = region.width * region.height
  const guide: Guide = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  const step = 1 / region.scale / 2 ** level
  const [left, top] = [region.left / 2 ** level, region.top / 2 ** level]
  for (let row = 0; row < region.height; row++) {
    const y = Math.min(source.height - 1, Math.floor(top + (row + 0.5) * step))
    sampleGuideRow(source, y, left, step, guide, row * region.width, region.width)
  }
  return guide
}

function sampleGuideRow(
  { width, data }: Picture,
  y: number,
  left: number,
  step: number,
  [red, green, blue]: Guide,
  start: number,
  columns: number,
): void {
  for (let column = 0, to = start; column < columns; column++, to++) {
    const x = Math.min(width - 1, Math.floor(left + (column + 0.5) * step))
    const from = (y * width + x) * 4
    red[to] = data[from]! / 255
    green[to] = data[from + 1]! / 255
    blue[to] = data[from + 2]! / 255
  }
}
