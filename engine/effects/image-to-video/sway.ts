import { blendStops, stopClamped } from '../../geometry/sample.ts'
import type { Size } from '../../geometry/size.ts'
import { wholeTurns } from './camera-at.ts'
import type { Near } from './scene.ts'
import type { SwayField } from './sway-field.ts'
import { SWAY_GUST, SWAY_LEAST, SWAY_LIFT, SWAY_WAVES } from './tuning.ts'

/**
 * Moves people's hair and cloth as they are at a share of the time of a video of so many seconds; the end meets the
 * beginning. What does not sway is not touched, so `to` is a copy of `from` before the first call.
 * @param strength of the wind, 1 for a light one
 */
export function sway(
  from: Near,
  to: Near,
  field: SwayField,
  { time, seconds, strength }: { time: number; seconds: number; strength: number },
): void {
  const { step, cols, rows, amount } = field
  const { dx, dy } = displaced(field, time, seconds, strength)
  const { width, height } = from.layer
  const half = { width: width / 2, height: height / 2 }
  for (let row = 0; row + 1 < rows; row++) {
    for (let column = 0; column + 1 < cols; column++) {
      const a = row * cols + column
      const most = Math.max(amount[a]!, amount[a + 1]!, amount[a + cols]!, amount[a + cols + 1]!)
      if (most < SWAY_LEAST) continue
      const cell: Cell = { column, row, step, scale: 1, a, cols, dx, dy }
      moveCell([from.layer.y, from.alpha], [to.layer.y, to.alpha], { width, height }, cell)
      const [planes, outs] = [from, to].map(({ layer, halfAlpha }) => [
        layer.u,
        layer.v,
        halfAlpha,
      ]) as [Float32Array[], Float32Array[]]
      moveCell(planes, outs, half, { ...cell, step: step / 2, scale: 1 / 2 })
    }
  }
}

function displaced(
  { amount, delay }: SwayField,
  time: number,
  seconds: number,
  strength: number,
): { dx: Float32Array; dy: Float32Array } {
  const [dx, dy] = [new Float32Array(amount.length), new Float32Array(amount.length)]
  const swing = (turns: number, phase: number): number =>
    Math.sin(2 * Math.PI * (wholeTurns(turns, seconds) * time - phase))
  const gust =
    strength * (1 - SWAY_GUST.share + SWAY_GUST.share * swing(SWAY_GUST.turns, SWAY_GUST.phase))
  for (let at = 0; at < amount.length; at++) {
    const most = amount[at]! * gust
    if (most === 0) continue
    for (const { share, turns, shorter, phase } of SWAY_WAVES) {
      dx[at] = dx[at]! + most * share * swing(turns, shorter * delay[at]! + phase)
    }
    dy[at] =
      most *
      SWAY_LIFT.share *
      swing(SWAY_LIFT.turns, SWAY_LIFT.shorter * delay[at]! + SWAY_LIFT.phase)
  }
  return { dx, dy }
}

type Cell = {
  column: number
  row: number
  /** Pixels of these planes between nodes, and their size against luma. */
  step: number
  scale: number
  /** The node in its corner, and nodes in a row. */
  a: number
  cols: number
  dx: Float32Array
  dy: Float32Array
}

/** Scratch: between which pixels a sample lies. */
const columnStop = stopClamped(0, 1)
const rowStop = stopClamped(0, 1)

/** Samples the planes of one cell at their displaced places, bilinear; edges repeat. */
function moveCell(
  planes: readonly Float32Array[],
  outs: readonly Float32Array[],
  { width, height }: Size,
  { column, row, step, scale, a, cols, dx, dy }: Cell,
): void {
  const [endX, endY] = [Math.min(width, (column + 1) * step), Math.min(height, (row + 1) * step)]
  for (let y = row * step; y < endY; y++) {
    const down = (y - row * step) / step
    const leftX = dx[a]! + (dx[a + cols]! - dx[a]!) * down
    const rightX = dx[a + 1]! + (dx[a + cols + 1]! - dx[a + 1]!) * down
    const leftY = dy[a]! + (dy[a + cols]! - dy[a]!) * down
    const rightY = dy[a + 1]! + (dy[a + cols + 1]! - dy[a + 1]!) * down
    for (let x = column * step; x < endX; x++) {
      const across = (x - column * step) / step
      stopClamped(x + scale * (leftX + (rightX - leftX) * across), width, columnStop)
      stopClamped(y + scale * (leftY + (rightY - leftY) * across), height, rowStop)
      for (let nth = 0; nth < planes.length; nth++) {
        outs[nth]![y * width + x] = blendStops(planes[nth]!, width, columnStop, rowStop)
      }
    }
  }
}
