import { type Stop, stopClamped } from '../geometry/sample.ts'
import type { Size } from '../geometry/size.ts'
import {
  addressOf,
  allocPlane,
  allocZeroPlane,
  instantiateKernel,
  withArena,
} from '../raster/arena.ts'
import { growMask } from '../raster/mask/grow-mask.ts'
import { RELAX_FOURS } from '../raster/simd/relax-fours.ts'
import {
  MEMBRANE_AROUND,
  MEMBRANE_MIN_SIDE,
  MEMBRANE_OVER_RELAXATION,
  MEMBRANE_SWEEPS,
} from './tuning.ts'

/** Most planes that are solved together: their values lie side by side. */
const FOUR = 4

/** Values of one size to interpolate, where they are known, and how well each pixel conducts. */
type Grid = Size & {
  /** Four values of each pixel, in the arena, behind those of a row of zeros and before those of another one. */
  values: Float32Array
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
  if (!known.includes(1)) return
  for (let first = 0; first < planes.length; first += FOUR) {
    withArena(() => {
      const some = planes.slice(first, first + FOUR)
      const grid = { ...size, values: allocValues(size), known, across, down, wanted }
      const own = FOUR * size.width
      for (const [n, plane] of some.entries()) {
        for (let i = 0, at = own + n; i < plane.length; i++, at += FOUR) grid.values[at] = plane[i]!
      }
      solve(grid)
      for (const [n, plane] of some.entries()) {
        for (let i = 0, at = own + n; i < plane.length; i++, at += FOUR) plane[i] = grid.values[at]!
      }
    })
  }
}

function allocValues({ width, height }: Size): Float32Array {
  return allocZeroPlane(FOUR * width * (height + 2))
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
  startAtHalf(grid, half, near)
  relax(grid, solved ? keptOutside(known, solved) : known, MEMBRANE_SWEEPS.finer)
}

/** 1 where values are known, or not solved for. */
function keptOutside(known: Uint8Array, solved: Uint8Array): Uint8Array {
  const kept = new Uint8Array(known.length)
  for (let i = 0; i < kept.length; i++) kept[i] = known[i]! | (1 - solved[i]!)
  return kept
}

/** Gives pixels that are not known the values of the smaller grid, bilinear. @param near 0 where values stay */
function startAtHalf(grid: Grid, half: Grid, near: Uint8Array | undefined): void {
  const across = halfStops(grid.width, half.width)
  for (const [y, down] of halfStops(grid.height, half.height).entries()) {
    startRowAtHalf(grid, y, half, across, down, near)
  }
}

function startRowAtHalf(
  { width, values, known }: Grid,
  y: number,
  half: Grid,
  across: readonly Stop[],
  { first: top, next: bottom, part: below }: Stop,
  near: Uint8Array | undefined,
): void {
  const row = FOUR * half.width
  const above = row * (top + 1)
  const beneath = row * (bottom + 1)
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (known[i] || near?.[i] === 0) continue
    const { first, next, part } = across[x]!
    for (let n = 0, at = FOUR * (i + width); n < FOUR; n++, at++) {
      const a = half.values[above + FOUR * first + n]!
      const b = half.values[above + FOUR * next + n]!
      const c = half.values[beneath + FOUR * first + n]!
      const d = half.values[beneath + FOUR * next + n]!
      const upper = a + (b - a) * part
      const lower = c + (d - c) * part
      values[at] = upper + (lower - upper) * below
    }
  }
}

/** Where the pixels of a line lie between those of half as many. */
function halfStops(count: number, half: number): Stop[] {
  return Array.from({ length: count }, (_, n) => stopClamped((n - 0.5) / 2, half))
}

function startAtMean({ width, values, known }: Grid): void {
  for (let n = 0; n < FOUR; n++) {
    const own = FOUR * width + n
    let [sum, count] = [0, 0]
    for (let i = 0; i < known.length; i++) {
      if (!known[i]) continue
      sum += values[own + FOUR * i]!
      count++
    }
    const mean = sum / Math.max(1, count)
    for (let i = 0; i < known.length; i++) if (!known[i]) values[own + FOUR * i] = mean
  }
}

/** The grid at half its size, rounded up: means of the known values, and of the conductions. */
function halve(grid: Grid): Grid {
  const half = { width: (grid.width + 1) >> 1, height: (grid.height + 1) >> 1 }
  const count = half.width * half.height
  const small: Grid = {
    ...half,
    values: allocValues(half),
    known: new Uint8Array(count),
    across: new Float32Array(count),
    down: new Float32Array(count),
    wanted: grid.wanted && new Uint8Array(count),
  }
  for (let y = 0; y < half.height; y++) halveRow(grid, small, y)
  return small
}

/** Writes a row of the smaller grid. */
function halveRow(
  { width, height, values, known, across, down, wanted }: Grid,
  small: Grid,
  y: number,
): void {
  const mean = new Float32Array(FOUR)
  const bottom = Math.min(height, 2 * y + 2)
  for (let x = 0, at = y * small.width; x < small.width; x++, at++) {
    const right = Math.min(width, 2 * x + 2)
    let [all, seen, aside, along] = [0, 0, 0, 0]
    mean.fill(0)
    for (let yy = 2 * y; yy < bottom; yy++) {
      for (let i = yy * width + 2 * x; i < yy * width + right; i++) {
        all++
        aside = Math.fround(aside + across[i]!)
        along = Math.fround(along + down[i]!)
        if (wanted?.[i]) small.wanted![at] = 1
        if (!known[i]) continue
        seen++
        const from = FOUR * (i + width)
        for (let n = 0; n < FOUR; n++) mean[n] = mean[n]! + values[from + n]!
      }
    }
    small.across[at] = aside / all
    small.down[at] = along / all
    if (seen === 0) continue
    small.known[at] = 1
    const to = FOUR * (at + small.width)
    for (let n = 0; n < FOUR; n++) small.values[to + n] = mean[n]! / seen
  }
}

/**
 * Over-relaxation in the order of a chessboard: all fields of one colour, then all of the other.
 * @param kept 1 where values stay
 */
function relax(grid: Grid, kept: Uint8Array, sweeps: number): void {
  const { width } = grid
  withArena(() => {
    const { pixels, weights, count } = linksOf(grid, kept)
    if (count === 0) return
    const relaxFours = instantiateKernel(RELAX_FOURS)
    const [at, shares, stride] = [pixels.byteOffset, addressOf(weights), 4 * FOUR * width]
    for (let sweep = 0; sweep < sweeps; sweep++) {
      relaxFours(at, shares, stride, count, MEMBRANE_OVER_RELAXATION)
    }
  })
}

/** The addresses of the pixels that are not kept, and of four neighbours each their shares in the mean. */
function linksOf(grid: Grid, kept: Uint8Array) {
  let count = 0
  for (let i = 0; i < kept.length; i++) if (!kept[i]) count++
  const plane = allocPlane(count)
  const pixels = new Int32Array(plane.buffer, plane.byteOffset, count)
  const weights = allocPlane(4 * count)
  let n = 0
  for (let colour = 0; colour < 2; colour++) {
    for (let y = 0; y < grid.height; y++) {
      n = linkRow(grid, kept, y, (y + colour) & 1, { pixels, weights }, n)
    }
  }
  return { pixels, weights, count }
}

/** Writes the links of every other pixel of a row from the nth on. Returns how many there are then. */
function linkRow(
  { width, height, values, across, down }: Grid,
  kept: Uint8Array,
  y: number,
  start: number,
  { pixels, weights }: { pixels: Int32Array; weights: Float32Array },
  nth: number,
): number {
  const first = addressOf(values) + 4 * FOUR * width
  let n = nth
  for (let x = start; x < width; x += 2) {
    const i = y * width + x
    if (kept[i]) continue
    const k = 4 * n
    const aside = across[i]!
    const along = down[i]!
    const left = x > 0 ? aside : 0
    const right = x < width - 1 ? aside : 0
    const above = y > 0 ? along : 0
    const below = y < height - 1 ? along : 0
    const total = left + right + above + below
    weights[k] = left / total
    weights[k + 1] = right / total
    weights[k + 2] = above / total
    weights[k + 3] = below / total
    pixels[n++] = first + 4 * FOUR * i
  }
  return n
}
