import type { Mask, Picture } from '../../raster/picture.ts'
import { STEEPNESS } from '../tuning.ts'
import type { Plane } from './box-mean.ts'
import type { GuidedFilterCoefficients } from './guided-filter.ts'
import type { MatteRegion } from './matte-region.ts'

/** The planes on a region's grid from which the full-size matte is computed. */
export type MatteLayers = {
  /** The network's probabilities. */
  rough: Plane
  /** The weight of the guided filter: 0 where the network's mask is kept, 1 where the picture's edges decide. */
  edgeBand: Plane
  /** The guided filter's coefficients for `rough`. */
  fit: GuidedFilterCoefficients
}

/**
 * Writes a region of a full-size mask: the planes are upsampled bilinearly, and the guided filter's coefficients are
 * applied to the picture at its full size (He and Sun, "Fast Guided Filter", 2015).
 */
export function renderMatte(
  mask: Mask,
  picture: Picture,
  region: MatteRegion,
  layers: MatteLayers,
): void {
  const { fit, rough, edgeBand } = layers
  const planes = [rough, edgeBand, fit.offset, fit.red, fit.green, fit.blue]
  const rows = planes.map(() => new Float32Array(region.width))
  const across = gridPositions(region.left, region.right, region.width, region.scale)
  const down = gridPositions(region.top, region.bottom, region.height, region.scale)
  const spans = Array.from({ length: region.height }, (_, row) => seenSpan(layers, region, row))
  for (let dy = 0; dy < down.index.length; dy++) {
    const row = down.index[dy]!
    const span = joined(spans[row]!, spans[Math.min(row + 1, region.height - 1)]!)
    const start = (region.top + dy) * mask.width + region.left
    mask.data.fill(0, start, start + across.index.length)
    if (span.from >= span.to) continue
    for (const [n, plane] of planes.entries()) {
      mixRows(plane, row, down.part[dy]!, region, rows[n]!, span)
    }
    renderRow(mask, picture, start, across, rows, span)
  }
}

/** Grid pixels of a row, `to` not among them. */
type Span = { from: number; to: number }

/** The most that the network and the filter may give where the mask is surely 0. */
const UNSEEN = { network: 0.5 / 255, filter: 0.5 - 0.5 / STEEPNESS - 1e-3 } as const

/**
 * Where along a row of the grid the mask may not be 0, whatever the picture's colours are. Both bounds hold between
 * grid pixels as well: they are convex.
 */
function seenSpan({ rough, fit }: MatteLayers, { width }: MatteRegion, row: number): Span {
  const start = row * width
  let from = width
  let to = 0
  for (let x = 0, i = start; x < width; x++, i++) {
    const slopes = Math.max(0, fit.red[i]!) + Math.max(0, fit.green[i]!) + Math.max(0, fit.blue[i]!)
    if (rough[i]! < UNSEEN.network && fit.offset[i]! + slopes < UNSEEN.filter) continue
    from = Math.min(from, x)
    to = x + 1
  }
  return { from: Math.max(0, from - 1), to: Math.min(width, to + 1) }
}

function joined(a: Span, b: Span): Span {
  return { from: Math.min(a.from, b.from), to: Math.max(a.to, b.to) }
}

/** The positions of source pixels on the grid: each `part` of the way from grid pixel `index` to the next. */
type GridPositions = { index: Int32Array; part: Float64Array }

function gridPositions(from: number, to: number, count: number, scale: number): GridPositions {
  const index = new Int32Array(to - from)
  const part = new Float64Array(to - from)
  for (let at = 0; at < index.length; at++) {
    const position = Math.min(count - 1, Math.max(0, (at + 0.5) * scale - 0.5))
    index[at] = Math.max(0, Math.min(count - 2, Math.floor(position)))
    part[at] = position - index[at]!
  }
  return { index, part }
}

/** Interpolates a span of two neighbouring rows of a plane into `to`. */
function mixRows(
  plane: Plane,
  row: number,
  part: number,
  region: MatteRegion,
  to: Plane,
  span: Span,
): void {
  const upper = row * region.width
  const lower = Math.min(row + 1, region.height - 1) * region.width
  for (let x = span.from; x < span.to; x++) {
    to[x] = plane[upper + x]! * (1 - part) + plane[lower + x]! * part
  }
}

function renderRow(
  mask: Mask,
  { data }: Picture,
  start: number,
  { index, part }: GridPositions,
  rows: readonly Plane[],
  span: Span,
): void {
  const [rough, edgeBand, offset, red, green, blue] = rows as [
    Plane,
    Plane,
    Plane,
    Plane,
    Plane,
    Plane,
  ]
  const lastOfGrid = rough.length - 1
  for (let dx = 0; dx < index.length; dx++) {
    const i = index[dx]!
    const n = Math.min(i + 1, lastOfGrid)
    // What the first and the last pixel of a span are mixed with, beside it, is 0 in the mask as well.
    if (i < span.from || n >= span.to) continue
    const t = part[dx]!
    const networkValue = rough[i]! + (rough[n]! - rough[i]!) * t
    const weight = edgeBand[i]! + (edgeBand[n]! - edgeBand[i]!) * t
    if (weight === 0) {
      mask.data[start + dx] = networkValue * 255 + 0.5
      continue
    }
    const from = (start + dx) * 4
    const colour =
      (red[i]! + (red[n]! - red[i]!) * t) * data[from]! +
      (green[i]! + (green[n]! - green[i]!) * t) * data[from + 1]! +
      (blue[i]! + (blue[n]! - blue[i]!) * t) * data[from + 2]!
    const shift = offset[i]! + (offset[n]! - offset[i]!) * t
    const edge = (colour / 255 + shift - 0.5) * STEEPNESS + 0.5
    const value = networkValue + (Math.min(1, Math.max(0, edge)) - networkValue) * weight
    mask.data[start + dx] = value * 255 + 0.5
  }
}
