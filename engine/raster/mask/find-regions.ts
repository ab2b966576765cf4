import type { Box } from '../../geometry/box.ts'
import type { BitMask } from './bit-mask.ts'

/** A connected set of pixels of a mask. */
export type Region = {
  /** How many pixels it has. */
  count: number
  box: Box
  /** Its pixels in runs along rows, from the top: index of the first and of the one behind the last, in turn. */
  runs: Int32Array
}

/**
 * The connected regions (eight neighbours) of a mask, in the order of their first pixels. Runs of pixels are joined,
 * not pixels (union by runs as in He, Chao and Suzuki 2008), so that what is large costs little.
 */
export function findRegions(mask: BitMask): Region[] {
  const { runs, rows } = runsOf(mask)
  const roots = joinRuns(runs, rows, mask.width)
  const count = runs.length / 2
  const nth = new Int32Array(count).fill(-1)
  const sizes: number[] = []
  for (let run = 0; run < count; run++) {
    const root = rootOf(roots, run)
    if (nth[root]! < 0) nth[root] = sizes.push(0) - 1
    sizes[nth[root]!] = sizes[nth[root]!]! + 1
  }
  const filled = new Int32Array(sizes.length)
  const regions = sizes.map((size) => ({
    count: 0,
    box: { left: mask.width, top: 0, width: 0, height: 0 },
    runs: new Int32Array(2 * size),
  }))
  for (let run = 0, row = 0; run < count; run++) {
    while (rows[row + 1]! <= run) row++
    const own = nth[rootOf(roots, run)]!
    addRun(regions[own]!, filled[own]!, runs[2 * run]!, runs[2 * run + 1]!, row, mask.width)
    filled[own]!++
  }
  return regions
}

/** Gives a region its next run; its box holds the right end until then as its width from the left of the picture. */
function addRun(
  region: Region,
  at: number,
  start: number,
  end: number,
  row: number,
  width: number,
): void {
  const { box, runs } = region
  const [left, right] = [start - row * width, end - row * width]
  const before = at === 0 ? 0 : box.left + box.width
  if (at === 0) box.top = row
  box.left = Math.min(box.left, left)
  box.width = Math.max(before, right) - box.left
  box.height = row - box.top + 1
  region.count += end - start
  runs[2 * at] = start
  runs[2 * at + 1] = end
}

/** All runs of a mask from the top, and which run is the first of each row, with one behind the last row. */
function runsOf({ width, height, stride, words }: BitMask): { runs: Int32Array; rows: Int32Array } {
  let runs = new Int32Array(4096)
  const rows = new Int32Array(height + 1)
  let used = 0
  for (let y = 0; y < height; y++) {
    rows[y] = used / 2
    const first = y * width
    let isIn = false
    for (let word = 0; word < stride; word++) {
      let turns = words[y * stride + word]!
      // Where a run goes on the bits that are 0 are the next turn.
      if (isIn) turns = ~turns
      let done = 0
      while (turns !== 0) {
        const bit = 31 - Math.clz32(turns & -turns)
        if (used === runs.length) runs = grown(runs)
        runs[used++] = first + 32 * word + bit
        isIn = !isIn
        done = bit
        // What was looked at no longer counts; behind it ones and zeros change their parts.
        turns = ~turns & (-1 << done)
      }
    }
    if (isIn) {
      if (used === runs.length) runs = grown(runs)
      runs[used++] = first + width
    }
  }
  rows[height] = used / 2
  return { runs: runs.subarray(0, used), rows }
}

function grown(runs: Int32Array): Int32Array<ArrayBuffer> {
  const more = new Int32Array(2 * runs.length)
  more.set(runs)
  return more
}

/** For each run one that it is connected to; a run that is its own root is the first of its region. */
function joinRuns(runs: Int32Array, rows: Int32Array, width: number): Int32Array {
  const roots = new Int32Array(runs.length / 2)
  for (let run = 0; run < roots.length; run++) roots[run] = run
  for (let row = 1; row + 1 < rows.length; row++) {
    let [above, run] = [rows[row - 1]!, rows[row]!]
    const [aboveEnd, end] = [rows[row]!, rows[row + 1]!]
    while (above < aboveEnd && run < end) {
      const [from, to] = [runs[2 * run]! - width, runs[2 * run + 1]! - width]
      if (runs[2 * above]! <= to && runs[2 * above + 1]! >= from) join(roots, above, run)
      if (runs[2 * above + 1]! < to) above++
      else run++
    }
  }
  return roots
}

function join(roots: Int32Array, one: number, other: number): void {
  const [a, b] = [rootOf(roots, one), rootOf(roots, other)]
  // The first run of a region is its root.
  roots[Math.max(a, b)] = Math.min(a, b)
}

function rootOf(roots: Int32Array, run: number): number {
  let root = run
  while (roots[root] !== root) {
    roots[root] = roots[roots[root]!]!
    root = roots[root]!
  }
  return root
}
