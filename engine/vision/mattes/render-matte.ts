import type { Mask, Picture } from '../../raster/picture.ts'
import type { Plane } from './box-mean.ts'
import type { GuidedFilterCoefficients } from './guided-filter.ts'
import type { MatteRegion } from './matte-region.ts'

/** Planes on a region's grid from which the full-size mask is made. */
export type MatteLayers = {
  /** The network's own mask. */
  rough: Plane
  /** 0 where the network's mask holds, 1 where the picture's edges decide. */
  doubt: Plane
  fit: GuidedFilterCoefficients
}

/** The picture's edges come out of the fit a little flat; this much steeper they are as the eye sees them. */
const STEEPNESS = 1.5

/** Fills the region of a full-size mask, everything at the picture's own resolution. */
export function renderMatte(
  mask: Mask,
  picture: Picture,
  region: MatteRegion,
  layers: MatteLayers,
): void {
  const { fit, rough, doubt } = layers
  const planes = [rough, doubt, fit.offset, fit.red, fit.green, fit.blue]
  const rows = planes.map(() => new Float32Array(region.width))
  const across = steps(region.left, region.right, region.width, region.scale)
  const down = steps(region.top, region.bottom, region.height, region.scale)
  for (const [dy, { index, part }] of down.entries()) {
    for (const [n, plane] of planes.entries()) mixRows(plane, index, part, region, rows[n]!)
    renderRow(mask, picture, (region.top + dy) * mask.width + region.left, across, rows)
  }
}

/** Where on the grid a source pixel lies: between `index` and the next, `part` of the way. */
type Step = { index: number; part: number }

function steps(from: number, to: number, count: number, scale: number): Step[] {
  return Array.from({ length: to - from }, (_, at) => {
    const place = Math.min(count - 1, Math.max(0, (at + 0.5) * scale - 0.5))
    const index = Math.max(0, Math.min(count - 2, Math.floor(place)))
    return { index, part: place - index }
  })
}

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
  across: readonly Step[],
  rows: readonly Plane[],
): void {
  const [rough, doubt, offset, red, green, blue] = rows as [
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
    const own = mix(rough)
    const trust = mix(doubt)
    if (trust === 0) {
      mask.data[start + dx] = own * 255 + 0.5
      continue
    }
    const from = (start + dx) * 4
    const colour =
      mix(red) * data[from]! + mix(green) * data[from + 1]! + mix(blue) * data[from + 2]!
    const edge = (colour / 255 + mix(offset) - 0.5) * STEEPNESS + 0.5
    const value = own + (Math.min(1, Math.max(0, edge)) - own) * trust
    mask.data[start + dx] = value * 255 + 0.5
  }
}
