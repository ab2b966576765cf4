import { sampleOrZero } from '../../geometry/sample.ts'
import type { Size } from '../../geometry/size.ts'
import { LANDSCAPE_ASPECT } from '../../vision/tuning.ts'
import { type Region, type SmallFrame, shrinkFrame } from '../shrink-frame.ts'
import {
  REGION_CELLS,
  REGION_LEAST_FILL,
  REGION_MARGIN,
  REGION_NEARLY,
  REGION_PEOPLE,
  REGION_ROOM,
} from '../tuning.ts'
import type { Frame } from '../video-info.ts'

type Rough = { region: Region; small: SmallFrame; alpha: Float32Array }

/** Regions begin and end where four bytes of a colour plane do, so that they are summed four at a time. */
const STEP = 8

export function fullFrame({ width, height }: Size): Region {
  return { left: 0, top: 0, width, height }
}

export function isWhole(region: Region, { width, height }: Size): boolean {
  return region.width === width && region.height === height
}

/** Columns and rows of the grid over a region: the input of the network that suits it. */
export function gridOf({ width, height }: Region): [columns: number, rows: number] {
  return [256, width > LANDSCAPE_ASPECT * height ? 144 : 256]
}

/**
 * The part of a frame to look at, from a look at the whole of it: a square around all people where they are small, so
 * that the network sees them larger. The region before is kept as long as it suits, because every change of it moves
 * edges a little.
 */
export function chooseRegion(frame: Frame, overview: Rough, known?: Rough): Region {
  const box = boxOfPeople(overview)
  if (!box) return known?.region ?? fullFrame(frame)
  const longest = Math.max(box.width, box.height)
  if (known && known.region.width < frame.width && suits(known.region, box, frame))
    return known.region
  const side = STEP * Math.ceil((longest * (1 + 2 * REGION_MARGIN)) / STEP)
  const isWhole = side > REGION_NEARLY * Math.min(frame.width, frame.height)
  if (isWhole) return fullFrame(frame)
  const place = (start: number, length: number, size: number): number =>
    STEP * Math.floor(Math.min(size - side, Math.max(0, start + length / 2 - side / 2)) / STEP)
  return {
    left: place(box.left, box.width, frame.width),
    top: place(box.top, box.height, frame.height),
    width: side,
    height: side,
  }
}

/** Whether a region holds a box with room to spare, and not too much of it. */
function suits(region: Region, box: Region, frame: Frame): boolean {
  const room = REGION_ROOM * region.width
  const isInside =
    (box.left - region.left > room || region.left === 0) &&
    (box.top - region.top > room || region.top === 0) &&
    (region.left + region.width - box.left - box.width > room ||
      region.left + region.width >= frame.width - 1) &&
    (region.top + region.height - box.top - box.height > room ||
      region.top + region.height >= frame.height - 1)
  return isInside && Math.max(box.width, box.height) > REGION_LEAST_FILL * region.width
}

/** Whether people reach an edge of a region beyond which the frame goes on: what is there would be cut off straight. */
export function touchesEdge({ region, small, alpha }: Rough, frame: Size): boolean {
  const { width, height } = small
  const count = (length: number, indexOf: (n: number) => number): number => {
    let people = 0
    for (let n = 0; n < length; n++) if (alpha[indexOf(n)]! > REGION_PEOPLE) people++
    return people
  }
  const [right, bottom] = [region.left + region.width, region.top + region.height]
  return (
    (region.left > 0 && count(height, (n) => n * width) >= REGION_CELLS) ||
    (region.top > 0 && count(width, (n) => n) >= REGION_CELLS) ||
    (right < frame.width - 1 && count(height, (n) => (n + 1) * width - 1) >= REGION_CELLS) ||
    (bottom < frame.height - 1 && count(width, (n) => (height - 1) * width + n) >= REGION_CELLS)
  )
}

/** The box around all cells that are more person than not, in pixels of the frame; undefined where nobody is. */
function boxOfPeople({ region, small, alpha }: Rough): Region | undefined {
  const { width, height } = small
  const columns = new Uint16Array(width)
  const rows = new Uint16Array(height)
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! < REGION_PEOPLE) continue
    const row = Math.floor(at / width)
    columns[at % width] = columns[at % width]! + 1
    rows[row] = rows[row]! + 1
  }
  const isFilled = (count: number): boolean => count >= REGION_CELLS
  const [left, right] = [columns.findIndex(isFilled), columns.findLastIndex(isFilled)]
  const [top, bottom] = [rows.findIndex(isFilled), rows.findLastIndex(isFilled)]
  if (left < 0 || top < 0) return undefined
  const [stepX, stepY] = [region.width / width, region.height / height]
  return {
    left: region.left + left * stepX,
    top: region.top + top * stepY,
    width: (right - left + 1) * stepX,
    height: (bottom - top + 1) * stepY,
  }
}

/** A matte on the grid of another region; the matte itself where that is its own. */
export function moveToRegion<T extends Rough>(rough: T, frame: Frame, region: Region): Rough {
  const { left, top, width, height } = rough.region
  if (
    left === region.left &&
    top === region.top &&
    width === region.width &&
    height === region.height
  ) {
    return rough
  }
  const [columns, rows] = gridOf(region)
  const alpha = new Float32Array(columns * rows)
  for (let row = 0, at = 0; row < rows; row++) {
    const y =
      (((row + 0.5) * region.height) / rows + region.top - top) / (height / rough.small.height) -
      0.5
    for (let column = 0; column < columns; column++, at++) {
      const x =
        (((column + 0.5) * region.width) / columns + region.left - left) /
          (width / rough.small.width) -
        0.5
      // Outside of the grid nobody is known to be.
      alpha[at] = sampleOrZero(rough.alpha, rough.small, x, y)
    }
  }
  return { region, small: shrinkFrame(frame, columns, rows, region), alpha }
}
