import type { Size } from '../raster/picture.ts'

/** Sweeps of over-relaxation on the coarsest level and on each finer one, and the relaxation factor. */
const SWEEPS = { coarsest: 200, finer: 24 } as const
const OVER_RELAXATION = 1.7

/** A level with fewer pixels on its shorter side is not halved again. */
const MIN_SIDE = 8

/** Planes of one size: values to interpolate, where they are known, and how well each pixel conducts. */
type Grid = Size & {
  planes: Float32Array[]
  /** 1 where the values are known. */
  known: Uint8Array
  /** Conduction between a pixel and its neighbours, across and down. */
  across: Float32Array
  down: Float32Array
}

/**
 * Interpolates planes smoothly where they are not known: the solution of an anisotropic Laplace equation, the membrane
 * of Pérez et al. (2003), with nothing flowing out of the frame. Detail along the boundary fades with the distance from
 * it, the faster the finer it is. Solved coarse to fine with successive over-relaxation (cascadic multigrid, Bornemann
 * and Deuflhard 1996). Known values stay; the planes are changed in place.
 * @param known 1 where a pixel's values are known, at least one of them
 * @param across conduction to the left and right of each pixel, above 0
 * @param down conduction up and down
 */
export function solveMembrane(
  planes: Float32Array[],
  known: Uint8Array,
  size: Size,
  across: Float32Array,
  down: Float32Array,
): void {
  const grid = { ...size, planes, known, across, down }
  if (known.includes(1)) solve(grid)
}

function solve(grid: Grid): void {
  if (Math.min(grid.width, grid.height) < 2 * MIN_SIDE) {
    startAtMean(grid)
    relax(grid, SWEEPS.coarsest)
    return
  }
  const half = halve(grid)
  solve(half)
  for (let y = 0, i = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++, i++) {
      if (grid.known[i]) continue
      for (const [n, plane] of grid.planes.entries()) {
        plane[i] = bilinear(half.planes[n]!, half, (x - 0.5) / 2, (y - 0.5) / 2)
      }
    }
  }
  relax(grid, SWEEPS.finer)
}

function startAtMean({ planes, known }: Grid): void {
  for (const plane of planes) {
    let [sum, count] = [0, 0]
    for (let i = 0; i < plane.length; i++) {
      if (!known[i]) continue
      sum += plane[i]!
      count++
    }
    for (let i = 0; i < plane.length; i++) if (!known[i]) plane[i] = sum / Math.max(1, count)
  }
}

/** The grid at half its size, rounded up: means of the known values, and of the conductions. */
function halve({ width, height, planes, known, across, down }: Grid): Grid {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
  const count = half.width * half.height
  const small: Grid = {
    ...half,
    planes: planes.map(() => new Float32Array(count)),
    known: new Uint8Array(count),
    across: new Float32Array(count),
    down: new Float32Array(count),
  }
  for (let y = 0, at = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++, at++) {
      let [all, seen] = [0, 0]
      for (let yy = 2 * y; yy < Math.min(height, 2 * y + 2); yy++) {
        for (let i = yy * width + 2 * x; i < yy * width + Math.min(width, 2 * x + 2); i++) {
          all++
          small.across[at] = small.across[at]! + across[i]!
          small.down[at] = small.down[at]! + down[i]!
          if (!known[i]) continue
          seen++
          for (const [n, plane] of planes.entries()) {
            small.planes[n]![at] = small.planes[n]![at]! + plane[i]!
          }
        }
      }
      small.across[at] = small.across[at]! / all
      small.down[at] = small.down[at]! / all
      if (seen === 0) continue
      small.known[at] = 1
      for (const plane of small.planes) plane[at] = plane[at]! / seen
    }
  }
  return small
}

function relax({ width, height, planes, known, across, down }: Grid, sweeps: number): void {
  const unknowns: number[] = []
  for (let i = 0; i < known.length; i++) if (!known[i]) unknowns.push(i)
  const count = unknowns.length
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let s = 0; s < count; s++) {
      const i = unknowns[sweep % 2 ? count - 1 - s : s]!
      const x = i % width
      const left = x > 0 ? across[i]! : 0
      const right = x < width - 1 ? across[i]! : 0
      const up = i >= width ? down[i]! : 0
      const below = i < width * (height - 1) ? down[i]! : 0
      const total = left + right + up + below
      for (const plane of planes) {
        const own = plane[i]!
        let sum = 0
        if (left) sum += left * plane[i - 1]!
        if (right) sum += right * plane[i + 1]!
        if (up) sum += up * plane[i - width]!
        if (below) sum += below * plane[i + width]!
        plane[i] = own + OVER_RELAXATION * (sum / total - own)
      }
    }
  }
}

/** A plane between its pixels, edges repeated. */
export function bilinear(
  plane: Float32Array,
  { width, height }: Size,
  x: number,
  y: number,
): number {
  const cx = Math.min(width - 1, Math.max(0, x))
  const cy = Math.min(height - 1, Math.max(0, y))
  const [left, top] = [Math.floor(cx), Math.floor(cy)]
  const [fx, fy] = [cx - left, cy - top]
  const right = left + 1 < width ? 1 : 0
  const i = top * width + left
  const k = top + 1 < height ? i + width : i
  const above = plane[i]! + fx * (plane[i + right]! - plane[i]!)
  const beneath = plane[k]! + fx * (plane[k + right]! - plane[k]!)
  return above + fy * (beneath - above)
}
