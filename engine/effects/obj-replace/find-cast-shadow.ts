import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../../geometry/box.ts'
import { medianOrZero, quantileOrZero } from '../../geometry/quantile.ts'
import type { Size } from '../../geometry/size.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { withArena } from '../../raster/arena.ts'
import { readRgbPlanes, type SamplingGrid } from '../../raster/colour/lab-planes.ts'
import { gridOver } from '../../raster/colour/reduce-part.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import { findComponents } from '../../raster/mask/find-components.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import {
  CAST_SHADOW_CELLS,
  CAST_SHADOW_DARK,
  CAST_SHADOW_GROUND,
  CAST_SHADOW_SHAPE,
  CAST_SHADOW_TINGE,
  DEVIATION_OF_MEDIAN,
} from './tuning.ts'

/**
 * The shadow that a thing casts on the ground at its foot, as far as it can be told surely: what is darker there than
 * the ground beside it in the same rows, by factors that differ little between channels, touches the lower half of the
 * mask and ends on the ground all around.
 * @param people in the picture, who are no ground
 * @returns a mask that is 0 where no shadow is; undefined without a shadow
 */
export function findCastShadow(picture: Picture, mask: Mask, people?: Mask): Mask | undefined {
  const box = boxOfPlane(mask.data, mask)
  if (!box) return
  const around = CAST_SHADOW_CELLS.around * Math.max(box.width, box.height)
  const grid = gridOver(clampBox(growBox(box, around), picture), CAST_SHADOW_CELLS.most)
  const thing = cellsOf(mask, grid)
  const foot = footOf(thing, grid)
  if (!foot) return
  const hidden = growMask(thing, grid, CAST_SHADOW_CELLS.rim)
  const theirs = people && cellsOf(people, grid)
  if (theirs) for (let at = 0; at < hidden.length; at++) hidden[at] = hidden[at]! | theirs[at]!
  const ground = withArena(() => darknessOf(readRgbPlanes(picture, grid), grid, hidden, foot.top))
  const beside = growMask(thing, grid, CAST_SHADOW_CELLS.rim + 1)
  const shadow = new Uint8Array(thing.length)
  const isCast = (cells: readonly number[]): boolean =>
    isBesideFoot(cells, beside, foot, grid) &&
    !isCutOff(cells, grid, picture) &&
    isOnGround(cells, ground, grid)
  // As far as the faintest edge that is still one, since what is left of a shadow is copied into the hole.
  for (const low of CAST_SHADOW_DARK.soft) {
    for (const cells of partsOf(ground, grid, { low, area: foot.area })) {
      if (shadow[cells[0]!] === 0 && isCast(cells)) for (const at of cells) shadow[at] = 1
    }
  }
  if (!shadow.includes(1)) return
  // What the mask's rim hides of the shadow is left between both, and its soft edge differs too little to be told.
  const grown = growMask(shadow, grid, CAST_SHADOW_SHAPE.edge)
  const soft = Float32Array.from(grown, (is, at) => (is && (beside[at] || !hidden[at]) ? 1 : 0))
  return laidOver(picture, grid, soft)
}

/** 1 for each cell of a grid in whose middle a mask is set. */
function cellsOf(
  { width, height, data }: Mask,
  { area, scale, ...grid }: SamplingGrid,
): Uint8Array {
  return Uint8Array.from({ length: grid.width * grid.height }, (_, cell) => {
    const x = area.left + Math.floor(((cell % grid.width) + 0.5) * scale)
    const y = area.top + Math.floor((Math.floor(cell / grid.width) + 0.5) * scale)
    return data[Math.min(height - 1, y) * width + Math.min(width - 1, x)]! > 127 ? 1 : 0
  })
}

/** The cells of a thing and the row at which its lower half begins; undefined where a mask covers many small ones. */
function footOf(
  thing: Uint8Array,
  size: Size,
): { area: number; top: number; from: number; low: number } | undefined {
  let [area, largest] = [0, 0]
  for (const is of thing) area += is
  const bounds = { low: 1, high: 1, share: 0, most: thing.length }
  for (const { pixels } of findComponents(Float32Array.from(thing), size.width, bounds)) {
    largest = Math.max(largest, pixels.length)
  }
  const box = boxOfPlane(thing, size)
  if (!box || largest < CAST_SHADOW_SHAPE.whole * area) return
  const low = box.top + CAST_SHADOW_SHAPE.reaches * box.height
  return { area, top: box.top, from: box.top + box.height / 2, low }
}

/** What is known of the ground in each row of a grid, and of each cell beside it. */
type Ground = {
  /** Cells of each row that were looked at, those that show the lit ground, and how uneven that is; 0 without any. */
  seen: Float32Array
  lit: Float32Array
  deviation: Float32Array
  /**
   * How much darker a cell is than the ground of its row: the logarithm of the ratio, as the mean of the channels; 0
   * where it is not darker or not by the shade of light alone. How far channels are from that mean at most.
   */
  darkness: Float32Array
  tinge: Float32Array
}

function darknessOf(
  { red, green, blue }: Record<'red' | 'green' | 'blue', Float32Array>,
  { width, height }: SamplingGrid,
  hidden: Uint8Array,
  top: number,
): Ground {
  const logOf = (level: number): number => Math.log(level + CAST_SHADOW_DARK.black)
  const logs = [red, green, blue].map((plane) => plane.map(logOf))
  const light = logs[0]!.map((log, at) => (log + logs[1]![at]! + logs[2]![at]!) / 3)
  const [seen, lit, deviation] = [0, 0, 0].map(() => new Float32Array(height)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const [darkness, tinge] = [light.map(() => 0), light.map(() => 0)]
  const { least, share } = CAST_SHADOW_TINGE
  const { rows, around } = CAST_SHADOW_GROUND
  for (let y = top; y < height; y += rows) {
    const cells: number[] = []
    const last = Math.min(height, y + rows + around) * width
    // Every fourth cell, in other columns of the next row.
    for (let row = Math.max(0, y - around) * width; row < last; row += width) {
      for (let at = row + ((row / width) % 4); at < row + width; at += 4) {
        if (!hidden[at]) cells.push(at)
      }
    }
    const ground = groundAmong(light, cells, width)
    if (!ground) continue
    seen.fill(cells.length, y, y + rows)
    lit.fill(ground.cells.length, y, y + rows)
    deviation.fill(ground.deviation, y, y + rows)
    const lines = logs.map((plane) => fitAlong(plane, ground.cells, width))
    const uneven = CAST_SHADOW_GROUND.grain * ground.deviation
    for (let at = y * width; at < Math.min(height, y + rows) * width; at++) {
      if (hidden[at]) continue
      const [r, g, b] = lines.map(
        ({ level, slope }, c) => level + slope * (at % width) - logs[c]![at]!,
      )
      const mean = (r! + g! + b!) / 3
      if (mean < uneven) continue
      const most = Math.max(Math.abs(r! - mean), Math.abs(g! - mean), Math.abs(b! - mean))
      if (most > least + share * mean) continue
      darkness[at] = mean
      tinge[at] = most
    }
  }
  return { seen, lit, deviation, darkness, tinge }
}

/** Those of some cells that show the lit ground, and how uneven it is; undefined where too few agree. */
function groundAmong(
  light: Float32Array,
  cells: readonly number[],
  width: number,
): { cells: number[]; deviation: number } | undefined {
  if (cells.length < CAST_SHADOW_GROUND.fewest) return
  const middle = medianOrZero(cells.map((at) => light[at]!))
  let kept = cells.filter((at) => Math.abs(light[at]! - middle) < CAST_SHADOW_GROUND.even)
  let deviation = 0
  for (let round = 0; round < CAST_SHADOW_GROUND.rounds; round++) {
    if (kept.length < CAST_SHADOW_GROUND.agree * cells.length) return
    const { level, slope } = fitAlong(light, kept, width)
    const offOf = (at: number): number => Math.abs(light[at]! - level - slope * (at % width))
    deviation = DEVIATION_OF_MEDIAN * medianOrZero(kept.map(offOf))
    const most = Math.max(CAST_SHADOW_DARK.core / 2, CAST_SHADOW_GROUND.deviations * deviation)
    kept = cells.filter((at) => offOf(at) < most)
  }
  return { cells: kept, deviation }
}

/** The line that follows a plane along the columns of some cells best, by least squares. */
function fitAlong(
  plane: Float32Array,
  cells: readonly number[],
  width: number,
): { level: number; slope: number } {
  let [sx, sv, sxx, sxv] = [0, 0, 0, 0]
  for (const at of cells) {
    const x = at % width
    sx += x
    sv += plane[at]!
    sxx += x * x
    sxv += x * plane[at]!
  }
  const spread = sxx - (sx * sx) / cells.length
  const slope = spread > 0 ? (sxv - (sx * sv) / cells.length) / spread : 0
  return { level: (sv - slope * sx) / cells.length, slope }
}

/** The connected cells that are darker than the ground, unless they are too many or too few for a thing so large. */
function partsOf(
  { darkness }: Ground,
  { width }: SamplingGrid,
  { low, area }: { low: number; area: number },
): number[][] {
  const { smallest, largest } = CAST_SHADOW_SHAPE
  const bounds = { low, high: CAST_SHADOW_DARK.core, share: 0, most: largest * area }
  const parts = findComponents(darkness, width, bounds).map(({ pixels }) => pixels)
  return parts.filter(
    (cells) =>
      cells.length > smallest * area &&
      medianOrZero(cells.map((at) => darkness[at]!)) < CAST_SHADOW_DARK.most,
  )
}

/**
 * Whether cells lie beside the lower half of the thing and touch it over some length, lines of one cell over most of
 * theirs: others are the edges of things.
 */
function isBesideFoot(
  cells: readonly number[],
  beside: Uint8Array,
  { from, low }: { from: number; low: number },
  { width }: SamplingGrid,
): boolean {
  const touching = cells.filter((at) => beside[at] === 1)
  if (touching.length < CAST_SHADOW_SHAPE.touching * Math.sqrt(cells.length)) return false
  const rows = touching.map((at) => Math.floor(at / width))
  if (quantileOrZero(rows, CAST_SHADOW_SHAPE.low) < from) return false
  if (cells.every((at) => at < low * width)) return false
  const own = new Set(cells)
  const inner = cells.filter((at) => [1, -1, width, -width].every((by) => own.has(at + by)))
  return inner.length + touching.length > CAST_SHADOW_SHAPE.solid * cells.length
}

/** Whether cells reach the edge of the grid within the picture: then nobody knows where they end. */
function isCutOff(
  cells: readonly number[],
  { width, height, area }: SamplingGrid,
  to: Size,
): boolean {
  const right = area.left + area.width < to.width ? width - 1 : width
  const bottom = area.top + area.height < to.height ? height - 1 : height
  const [left, top] = [area.left > 0 ? 0 : -1, area.top > 0 ? 0 : -1]
  return cells.some((at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return x === left || x === right || y === top || y === bottom
  })
}

/** Whether the rows of some cells show one ground beside them, and the cells that ground in less light. */
function isOnGround(cells: readonly number[], ground: Ground, { width }: SamplingGrid): boolean {
  let [seen, lit, deviation, tinge] = [0, 0, 0, 0]
  for (const at of cells) {
    const y = Math.floor(at / width)
    seen += ground.seen[y]!
    lit += ground.lit[y]!
    deviation += ground.deviation[y]!
    tinge += ground.tinge[at]!
  }
  const { rows, around, agreeBeside, uneven } = CAST_SHADOW_GROUND
  // The shadow itself does not show the lit ground.
  const ys = cells.map((at) => Math.floor(at / width))
  const tall = ys.reduce((most, y) => Math.max(most, y), 0) - Math.min(...ys) + 1
  const own = (cells.length * cells.length * (rows + 2 * around)) / (4 * tall)
  if (lit < agreeBeside * (seen - own)) return false
  return deviation < uneven * cells.length && tinge < CAST_SHADOW_TINGE.mean * cells.length
}

/** Cells at the picture's size, soft at their edges. */
function laidOver({ width, height }: Picture, grid: SamplingGrid, cells: Float32Array): Mask {
  const data = new Uint8Array(width * height)
  const { left, top, width: across, height: down }: Box = grid.area
  for (let y = top; y < top + down; y++) {
    for (let x = left, at = y * width + x; x < left + across; x++, at++) {
      const share = sampleGrid(cells, grid, x, y)
      if (share > 0) data[at] = Math.round(255 * smoothstep(0, 1, share))
    }
  }
  return { width, height, data }
}
