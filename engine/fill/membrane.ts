import { sampleClamped } from '../geometry/sample.ts'
import type { Size } from '../geometry/size.ts'
import { growMask } from '../raster/mask/grow-mask.ts'
import {
  MEMBRANE_AROUND,
  MEMBRANE_MIN_SIDE,
  MEMBRANE_OVER_RELAXATION,
  MEMBRANE_SWEEPS,
} from './tuning.ts'

/** Planes of one size: values to interpolate, where they are known, and how well each pixel conducts. */
type Grid = Size & {
  planes: Float32Array[]
  /** 1 where the values are known. */
  known: Uint8Array
  /** Conduction between a pixel and its neighbours, across and down. */
  across: Float32Array
  down: Float32Array
  /** 1 where the solution is asked for; everywhere without. */
  wanted: Uint8Array | undefined
}

/**
 * Interpolates planes smoothly where they are not known: the solution of an anisotropic Laplace equation, the membrane
 * of Pérez et al. (2003), with nothing flowing out of the frame. Detail along the boundary fades with the distance from
 * it, the faster the finer it is. Solved coarse to fine with successive over-relaxation (cascadic multigrid, Bornemann
 * and Deuflhard 1996). Known values stay; the planes are changed in place.
 * @param known 1 where a pixel's values are known, at least one of them
 * @param across conduction to the left and right of each pixel, above 0
 * @param down conduction up and down
 * @param wanted 1 where the solution is asked for; elsewhere values are rough or stay. @default everywhere
 */
export function solveMembrane(
  planes: Float32Array[],
  known: Uint8Array,
  size: Size,
  across: Float32Array,
  down: Float32Array,
  wanted?: Uint8Array,
): void {
  const grid = { ...size, planes, known, across, down, wanted }
  if (known.includes(1)) solve(grid)
}

function solve(grid: Grid): void {
  if (Math.min(grid.width, grid.height) < 2 * MEMBRANE_MIN_SIDE) {
    startAtMean(grid)
    relax(grid, grid.known, MEMBRANE_SWEEPS.coarsest)
    return
  }
  const half = halve(grid)
  solve(half)
  const { wanted, known } = grid
  const near = wanted && growMask(wanted, grid, MEMBRANE_AROUND + 1)
  const solved = wanted && growMask(wanted, grid, MEMBRANE_AROUND)
  for (let y = 0, i = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++, i++) {
      if (known[i] || near?.[i] === 0) continue
      for (const [n, plane] of grid.planes.entries()) {
        plane[i] = sampleClamped(half.planes[n]!, half, (x - 0.5) / 2, (y - 0.5) / 2)
      }
    }
  }
  relax(grid, solved ? known.map((is, i) => is | (1 - solved[i]!)) : known, MEMBRANE_SWEEPS.finer)
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
function halve({ width, height, planes, known, across, down, wanted }: Grid): Grid {
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
  const count = half.width * half.height
  const small: Grid = {
    ...half,
    planes: planes.map(() => new Float32Array(count)),
    known: new Uint8Array(count),
    across: new Float32Array(count),
    down: new Float32Array(count),
    wanted: wanted && new Uint8Array(count),
  }
  for (let y = 0, at = 0; y < half.height; y++) {
    for (let x = 0; x < half.width; x++, at++) {
      let [all, seen] = [0, 0]
      for (let yy = 2 * y; yy < Math.min(height, 2 * y + 2); yy++) {
        for (let i = yy * width + 2 * x; i < yy * width + Math.min(width, 2 * x + 2); i++) {
          all++
          small.across[at] = small.across[at]! + across[i]!
          small.down[at] = small.down[at]! + down[i]!
          if (wanted?.[i]) small.wanted![at] = 1
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

/**
 * Over-relaxation in the order of a chessboard: all fields of one colour, then all of the other.
 * @param kept 1 where values stay
 */
function relax(grid: Grid, kept: Uint8Array, sweeps: number): void {
  const { pixels, neighbours, weights } = linksOf(grid, kept)
  const count = pixels.length
  for (const plane of grid.planes) {
    for (let sweep = 0; sweep < sweeps; sweep++) {
      for (let n = 0, k = 0; n < count; n++, k += 4) {
        const i = pixels[n]!
        const mean =
          weights[k]! * plane[neighbours[k]!]! +
          weights[k + 1]! * plane[neighbours[k + 1]!]! +
          weights[k + 2]! * plane[neighbours[k + 2]!]! +
          weights[k + 3]! * plane[neighbours[k + 3]!]!
        plane[i] = plane[i]! + MEMBRANE_OVER_RELAXATION * (mean - plane[i]!)
      }
    }
  }
}

/** The pixels that are not kept, with four neighbours each and their shares in the mean. */
function linksOf({ width, height, across, down }: Grid, kept: Uint8Array) {
  let count = 0
  for (let i = 0; i < kept.length; i++) if (!kept[i]) count++
  const pixels = new Int32Array(count)
  const neighbours = new Int32Array(4 * count)
  const weights = new Float32Array(4 * count)
  const steps = [-1, 1, -width, width]
  let n = 0
  for (let colour = 0; colour < 2; colour++) {
    for (let y = 0; y < height; y++) {
      for (let x = (y + colour) & 1; x < width; x += 2) {
        const i = y * width + x
        if (kept[i]) continue
        const [k, aside, along] = [4 * n, across[i]!, down[i]!]
        weights[k] = x > 0 ? aside : 0
        weights[k + 1] = x < width - 1 ? aside : 0
        weights[k + 2] = y > 0 ? along : 0
        weights[k + 3] = y < height - 1 ? along : 0
        const total = weights[k]! + weights[k + 1]! + weights[k + 2]! + weights[k + 3]!
        for (let to = 0; to < 4; to++) {
          const isLink = weights[k + to]! > 0
          weights[k + to] = isLink ? weights[k + to]! / total : 0
          neighbours[k + to] = isLink ? i + steps[to]! : i
        }
        pixels[n++] = i
      }
    }
  }
  return { pixels, neighbours, weights }
}
