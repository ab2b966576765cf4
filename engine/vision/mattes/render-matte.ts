import type { Mask, Picture } from '../../raster/picture.ts'
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

/** The filter flattens edges a little; this slope restores the steepness that is seen in the picture. */
const STEEPNESS = 1.5

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
  for (const [dy, { index, part }] of down.entries()) {
    for (const [n, plane] of planes.entries()) mixRows(plane, index, part, region, rows[n]!)
    renderRow(mask, picture, (region.top + dy) * mask.width + region.left, across, rows)
  }
}

/** The position of a source pixel on the grid: `part` of the way from grid pixel `index` to the next. */
type GridPosition = { index: number; part: number }

function gridPositions(from: number, to: number, count: number, scale: number): GridPosition[] {
  return Array.from({ length: to - from }, (_, at) => {
    const position = Math.min(count - 1, Math.max(0, (at + 0.5) * scale - 0.5))
    const index = Math.max(0, Math.min(count - 2, Math.floor(position)))
    return { index, part: position - index }
  })
}

/** Interpolates two neighbouring rows of a plane into `to`. */
function mixRows(plane: Plane, row: number, part: number, region: MatteRegion, to: Plane): void {
  const upper = row * region.width
  const lower = Math.min(row + 1, region.height - 1) * region.width
  for (let x = 0; x < region.width; x++) {
    to[x] = plane[upper + x]! * (1 - part) + plane[lower + x]! * part
  }
}

function renderRow(
  mask: Mask,
  { data }: Picture,
  start: number,
  across: readonly GridPosition[],
  rows: readonly Plane[],
): void {
  const [rough, edgeBand, offset, red, green, blue] = rows as [
    Plane,
    Plane,
    Plane,
    Plane,
    Plane,
    Plane,
  ]
  for (let dx = 0; dx < across.length; dx++) {
    const { index, part } = across[dx]!
    const mix = (plane: Plane): number =>
      plane[index]! + (plane[Math.min(index + 1, plane.length - 1)]! - plane[index]!) * part
    const networkValue = mix(rough)
    const weight = mix(edgeBand)
    if (weight === 0) {
      mask.data[start + dx] = networkValue * 255 + 0.5
      continue
    }
    const from = (start + dx) * 4
    const colour =
      mix(red) * data[from]! + mix(green) * data[from + 1]! + mix(blue) * data[from + 2]!
    const edge = (colour / 255 + mix(offset) - 0.5) * STEEPNESS + 0.5
    const value = networkValue + (Math.min(1, Math.max(0, edge)) - networkValue) * weight
    mask.data[start + dx] = value * 255 + 0.5
  }
}
