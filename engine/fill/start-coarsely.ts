import { COARSE_SWEEPS } from './tuning.ts'

/**
 * Links between pixels: how much each unknown should differ from its neighbour to the right, from the one below, and
 * from what is known beside it.
 */
export type Links = {
  width: number
  height: number
  /** Pixel index of each unknown, ascending. */
  pixels: Int32Array
  /** For each unknown, a difference in each of three channels and its weight, which is 0 where there is no link. */
  across: Float32Array
  down: Float32Array
  /** For each unknown, three values, as sums by weight, and the sum of the weights. */
  own: Float32Array
}

export function newLinks(width: number, height: number, pixels: Int32Array): Links {
  const [across, down, own] = [0, 1, 2].map(() => new Float32Array(4 * pixels.length))
  return { width, height, pixels, across: across!, down: down!, own: own! }
}

/**
 * A first solution of links in the least squares, of coarser and coarser ones, to be relaxed further: what travels far
 * does so there (cascadic multigrid, Bornemann and Deuflhard 1996). A coarse link sums the differences on the way from
 * the middle of one cell to that of the next, so that a step inside a cell is not lost.
 * @returns three values for each unknown
 */
export function startCoarsely(links: Links): Float32Array {
  const { width, height, pixels } = links
  const start = new Float32Array(3 * pixels.length)
  if (Math.min(width, height) < 2 || pixels.length < 2) return start
  const { coarse, cellOf } = coarsened(links)
  const solved = startCoarsely(coarse)
  const isFew = coarse.pixels.length < COARSE_SWEEPS.few
  relaxLinks(coarse, solved, isFew ? COARSE_SWEEPS.coarsest : COARSE_SWEEPS.finer)
  for (let n = 0; n < pixels.length; n++) {
    for (let c = 0; c < 3; c++) start[3 * n + c] = solved[3 * cellOf[n]! + c]!
  }
  return start
}

/** Links between cells of 2 x 2 pixels, and the cell of each unknown. */
function coarsened(links: Links): { coarse: Links; cellOf: Int32Array } {
  const { width, height, pixels } = links
  const half = Math.ceil(width / 2)
  const cells = new Int32Array(half * Math.ceil(height / 2))
  const cellAt = (i: number): number => Math.floor(i / width / 2) * half + ((i % width) >> 1)
  for (const i of pixels) cells[cellAt(i)] = 1
  const list: number[] = []
  for (let at = 0; at < cells.length; at++) if (cells[at] === 1) cells[at] = list.push(at) - 1
  const coarse = newLinks(half, Math.ceil(height / 2), Int32Array.from(list))
  const unknownOf = unknownsAt(links)
  const cellOf = new Int32Array(pixels.length)
  for (let n = 0; n < pixels.length; n++) {
    const i = pixels[n]!
    const cell = cells[cellAt(i)]!
    cellOf[n] = cell
    for (let c = 0; c < 4; c++) {
      coarse.own[4 * cell + c] = coarse.own[4 * cell + c]! + links.own[4 * n + c]!
    }
    if ((i % width) % 2 === 1) addWay(coarse.across, cell, links.across, n, unknownOf[i - 1]!)
    if (Math.floor(i / width) % 2 === 1) {
      addWay(coarse.down, cell, links.down, n, unknownOf[i - width]!)
    }
  }
  for (const sums of [coarse.across, coarse.down]) takeMeans(sums)
  return { coarse, cellOf }

  /** Adds a link that leaves a cell, with half of those before and behind it, which lie within the two cells. */
  function addWay(
    sums: Float32Array,
    cell: number,
    own: Float32Array,
    n: number,
    before: number,
  ): void {
    const weight = own[4 * n + 3]!
    if (weight === 0) return
    const behind = unknownOf[pixels[n]! + (own === links.across ? 1 : width)]!
    for (let c = 0; c < 3; c++) {
      const within = (before < 0 ? 0 : own[4 * before + c]!) + own[4 * behind + c]!
      sums[4 * cell + c] = sums[4 * cell + c]! + weight * (own[4 * n + c]! + within / 2)
    }
    sums[4 * cell + 3] = sums[4 * cell + 3]! + weight
  }
}

/** Of sums of differences makes means; their weight is that of as many links side by side, twice as long. */
function takeMeans(sums: Float32Array): void {
  for (let at = 0; at < sums.length; at += 4) {
    const weight = sums[at + 3]!
    if (weight === 0) continue
    for (let c = 0; c < 3; c++) sums[at + c] = sums[at + c]! / weight
    sums[at + 3] = weight / 2
  }
}

/** The unknown of each pixel, or -1. */
function unknownsAt({ width, height, pixels }: Links): Int32Array {
  const unknownOf = new Int32Array(width * height).fill(-1)
  for (let n = 0; n < pixels.length; n++) unknownOf[pixels[n]!] = n
  return unknownOf
}

/** Successive over-relaxation with alternating sweeps. */
function relaxLinks(links: Links, values: Float32Array, sweeps: number): void {
  const { width, pixels, across, down, own } = links
  const unknownOf = unknownsAt(links)
  const count = pixels.length
  const beside = new Int32Array(4 * count)
  for (let n = 0; n < count; n++) {
    const i = pixels[n]!
    beside[4 * n] = i % width > 0 ? unknownOf[i - 1]! : -1
    beside[4 * n + 1] = i >= width ? unknownOf[i - width]! : -1
    beside[4 * n + 2] = across[4 * n + 3]! > 0 ? unknownOf[i + 1]! : -1
    beside[4 * n + 3] = down[4 * n + 3]! > 0 ? unknownOf[i + width]! : -1
  }
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let s = 0; s < count; s++) {
      const n = sweep % 2 === 1 ? count - 1 - s : s
      let [r, g, b, weight] = [own[4 * n]!, own[4 * n + 1]!, own[4 * n + 2]!, own[4 * n + 3]!]
      for (let side = 0; side < 4; side++) {
        const k = beside[4 * n + side]!
        if (k < 0) continue
        const isBefore = side < 2
        const plane = side % 2 === 0 ? across : down
        const at = 4 * (isBefore ? k : n)
        const w = plane[at + 3]!
        const sign = isBefore ? -w : w
        r += w * values[3 * k]! + sign * plane[at]!
        g += w * values[3 * k + 1]! + sign * plane[at + 1]!
        b += w * values[3 * k + 2]! + sign * plane[at + 2]!
        weight += w
      }
      if (weight === 0) continue
      for (let c = 0, at = 3 * n; c < 3; c++, at++) {
        const to = (c === 0 ? r : c === 1 ? g : b) / weight
        values[at] = values[at]! + COARSE_SWEEPS.overRelaxation * (to - values[at]!)
      }
    }
  }
}
