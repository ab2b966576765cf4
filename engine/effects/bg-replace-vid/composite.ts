import {
  addressOf,
  allocBytes,
  copyBytes,
  instantiateKernel,
  withArena,
} from '../../raster/arena.ts'
import { COMPOSITE_COLOUR_ROW, COMPOSITE_LUMA_ROW } from '../../raster/simd/composite-row.ts'
import { type FramePool, takeFrame } from '../../video/frame-pool.ts'
import type { Side } from '../../video/matting/estimate-sides.ts'
import { expandMatte, type FrameMatte } from '../../video/matting/expand-matte.ts'
import type { FineMatte } from '../../video/matting/refine-matte.ts'
import type { Region } from '../../video/shrink-frame.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import type { Lift, LightMatch } from './match-light.ts'

/** Levels by which people at an edge may differ from the people beside it. */
const SPREAD = 60

/** What a frame is composed of. */
type Layers = {
  frame: Frame
  background: Frame
  matte: FineMatte
  /** The part of the frame that the matte covers; the rest is background. */
  region: Region
  sides: { background: Side; people: Side }
  light: LightMatch
}

/**
 * Puts the people of a frame before another background. At edges, where a pixel shows both, the old background's share
 * is taken out before the new one's is put in, so that no rim of it stays around hair.
 * @param pool of all frames, which are in the memory of kernels
 */
export function composite(
  { frame, background, matte, region, sides, light }: Layers,
  pool: FramePool,
): Frame {
  const out = takeFrame(frame.width, frame.height, frame.pts, pool)
  copyBytes(out.planes, background.planes)
  withArena(() => {
    const whole = expandMatte(frame, matte, region)
    const [from, to] = [planesOf(frame), planesOf(out)]
    const squares = { columns: matte.width / 2, rows: matte.height / 2, region, ...sides }
    const luma: Grid = { stride: frame.width, step: 1, matte: whole, squares }
    const chroma: Grid = { ...luma, stride: frame.width / 2, step: 2 }
    putPeople(from.y, to.y, luma, 'y', light.luma)
    putPeople(from.u, to.u, chroma, 'u', light.u)
    putPeople(from.v, to.v, chroma, 'v', light.v)
  })
  return out
}

/** One plane of the frame: the pixels of a row, and how many pixels of luma are one of it in each direction. */
type Grid = { stride: number; step: 1 | 2; matte: FrameMatte; squares: Squares }

/** What is known of both sides of edges, in squares over the region. */
type Squares = Layers['sides'] & { columns: number; rows: number; region: Region }

/** Puts people into one plane, in which the new background is. Both planes are in the arena. */
function putPeople(
  from: Uint8Array,
  to: Uint8Array,
  grid: Grid,
  channel: 'y' | 'u' | 'v',
  { shift, bend }: Lift,
): void {
  const { stride, step, matte, squares } = grid
  const compositeRow = instantiateKernel(step === 1 ? COMPOSITE_LUMA_ROW : COMPOSITE_COLOUR_ROW)
  const { top, bottom, reaches, alpha } = matte
  const [toFirst, fromFirst] = [addressOf(to), addressOf(from)]
  const [old, own] = [allocBytes(stride), allocBytes(stride)]
  const reachOf = (first: number, end: number): [left: number, right: number] => {
    let [left, right] = [stride, 0]
    for (let y = first; y < end; y++) {
      left = Math.min(left, Math.floor(reaches[2 * (y * step - top)]! / step))
      right = Math.max(right, Math.ceil(reaches[2 * (y * step - top) + 1]! / step))
    }
    return [left, right]
  }
  for (let y = top / step; y < bottom / step; ) {
    const { row, end } = squareRow(squares, y, step)
    const last = Math.min(end, bottom / step)
    const [left, right] = reachOf(y, last)
    const eights = (right - left + 7) >> 3
    if (eights > 0) {
      fillLine(old, squares, squares.background, channel, row, left, right, step)
      fillLine(own, squares, squares.people, channel, row, left, right, step)
    }
    for (; y < last; y++) {
      if (eights <= 0) continue
      const at = y * stride + left
      compositeRow(
        toFirst + at,
        fromFirst + at,
        alpha.byteOffset + (y * step - top) * matte.stride + left * step - matte.left,
        old.byteOffset + left,
        own.byteOffset + left,
        SPREAD,
        shift,
        bend,
        eights,
      )
    }
  }
}

/** The row of squares that a row of a plane lies in, and the first row of the plane that lies in the next. */
function squareRow(
  { rows, region }: Squares,
  y: number,
  step: 1 | 2,
): { row: number; end: number } {
  const row = Math.floor(((y * step - region.top) * rows) / region.height)
  const end = Math.ceil((((row + 1) * region.height) / rows + region.top) / step)
  return { row: Math.min(rows - 1, row), end: Math.max(y + 1, end) }
}

/** The levels of one side for the pixels of a row between `left` and `right`; 0 where they are not known. */
function fillLine(
  line: Uint8ClampedArray,
  { columns, region }: Squares,
  side: Side,
  channel: 'y' | 'u' | 'v',
  row: number,
  left: number,
  right: number,
  step: 1 | 2,
): void {
  const scale = region.width / (step * columns)
  const origin = region.left / step
  for (let column = Math.floor((left - origin) / scale), x = left; x < right; column++) {
    const square = row * columns + Math.min(columns - 1, column)
    const level = side.known[square]! > KNOWN ? Math.max(1, side[channel][square]!) : 0
    const end = Math.min(right, Math.ceil((column + 1) * scale + origin))
    for (; x < end; x++) line[x] = level
  }
}

/** The share of the squares around one from which on their colour is known. */
const KNOWN = 0.01
