import { sampleClamped } from '../../geometry/sample.ts'
import { shrinkPlane } from '../shrink-frame.ts'
import {
  FLOW_COARSE,
  FLOW_CONTRAST,
  FLOW_CUT,
  FLOW_LONG_SIDE,
  FLOW_NEAR,
  FLOW_NEW,
  FLOW_TOLERANCE,
  FLOW_UNLIKE,
  FLOW_WORSE,
} from '../tuning.ts'
import { type Frame, planesOf } from '../video-info.ts'
import { BLOCK, estimateMotion, type Luma, type Motion } from './estimate-motion.ts'
import { cameraX, cameraY, fitCamera, type Vectors } from './fit-camera.ts'
import type { MotionField } from './motion-field.ts'
import { refineMotion } from './refine-motion.ts'

/** Motion to the frame before, with what is known of each cell. */
export type Flow = MotionField & {
  /** 1 where something moves by itself. */
  own: Uint8Array
  /** 1 where the frame shows what the one before did not: what has come from behind something, or in at an edge. */
  revealed: Uint8Array
}

/** Absent for the first frame of a scene. */
export type FlowTrack = (frame: Frame) => Flow | undefined

/**
 * Follows what a video shows from frame to frame. Block matching alone is lost on plain surfaces, where any vector
 * matches; they take the motion of the camera, which all still things together tell, unless it fits worse.
 */
export function trackFlow(): FlowTrack {
  let before: { fine: Luma; coarse: Luma } | undefined
  return (frame) => {
    const now = shrinkTwice(frame)
    const last = before
    before = now
    if (!last) return undefined
    const guide = guideOf(estimateMotion(now.coarse, last.coarse), now.fine)
    const motion = estimateMotion(now.fine, last.fine, guide)
    refineMotion(motion, now.fine, last.fine)
    return settle(motion, now.fine, last.fine, frame.width)
  }
}

function shrinkTwice(frame: Frame): { fine: Luma; coarse: Luma } {
  const by = Math.max(1, Math.ceil(Math.max(frame.width, frame.height) / FLOW_LONG_SIDE))
  const fine = shrinkLuma({ ...frame, y: planesOf(frame).y }, by)
  return { fine, coarse: shrinkLuma(fine, FLOW_COARSE) }
}

function shrinkLuma({ width, height, y }: Luma, by: number): Luma {
  const whole = { left: 0, top: 0, width, height }
  const [columns, rows] = [
    Math.max(2, Math.floor(width / by)),
    Math.max(2, Math.floor(height / by)),
  ]
  return { width: columns, height: rows, y: shrinkPlane(y, width, whole, columns, rows) }
}

/** Motion of the coarse copy as the start of a search on the fine one. */
function guideOf(coarse: Motion, fine: Luma): Motion {
  const columns = Math.ceil(fine.width / BLOCK)
  const rows = Math.ceil(fine.height / BLOCK)
  const guide = {
    columns,
    rows,
    dx: new Float32Array(columns * rows),
    dy: new Float32Array(columns * rows),
    difference: new Float32Array(columns * rows),
  }
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      const from =
        Math.min(coarse.rows - 1, Math.floor(row / FLOW_COARSE)) * coarse.columns +
        Math.min(coarse.columns - 1, Math.floor(column / FLOW_COARSE))
      guide.dx[at] = FLOW_COARSE * coarse.dx[from]!
      guide.dy[at] = FLOW_COARSE * coarse.dy[from]!
    }
  }
  return guide
}

/** Camera motion where it explains a block, the block's own vector elsewhere, in pixels of the frame; none at a cut. */
function settle(motion: Motion, now: Luma, before: Luma, width: number): Flow | undefined {
  const { columns, rows } = motion
  const vectors = vectorsOf(motion, now)
  const camera = fitCamera(vectors)
  const scale = width / now.width
  const field: Flow = {
    step: BLOCK * scale,
    columns,
    rows,
    dx: new Float32Array(columns * rows),
    dy: new Float32Array(columns * rows),
    own: new Uint8Array(columns * rows),
    revealed: new Uint8Array(columns * rows),
  }
  const { own, revealed } = field
  let left = 0
  for (let at = 0; at < own.length; at++) {
    const gx = cameraX(camera, vectors.x[at]!, vectors.y[at]!)
    const gy = cameraY(camera, vectors.x[at]!, vectors.y[at]!)
    const isNear = Math.hypot(motion.dx[at]! - gx, motion.dy[at]! - gy) < FLOW_NEAR
    const best = motion.difference[at]!
    const levels = isNear ? best : differenceAt(columns, at, now, before, gx, gy)
    // A block that matches nothing has just come to light, so it moves as the camera does.
    own[at] = isNear || best > FLOW_UNLIKE || levels < best * FLOW_WORSE + FLOW_TOLERANCE ? 0 : 1
    if (!own[at] && levels > FLOW_NEW) revealed[at] = 1
    left += levels
    field.dx[at] = gx
    field.dy[at] = gy
  }
  if (left > FLOW_CUT * own.length) return undefined
  for (let at = 0; at < own.length; at++) {
    if (own[at]) takeOwn(field, motion, vectors.weight, own, at)
  }
  for (let at = 0; at < own.length; at++) {
    field.dx[at] = field.dx[at]! * scale
    field.dy[at] = field.dy[at]! * scale
  }
  return field
}

/** The vectors of blocks with the trust that their contrast deserves. */
function vectorsOf(motion: Motion, { width, height, y }: Luma): Vectors {
  const { columns, rows, dx, dy, difference } = motion
  const plane = (): Float32Array => new Float32Array(columns * rows)
  const vectors: Vectors = { x: plane(), y: plane(), dx, dy, weight: plane() }
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at++) {
      vectors.x[at] = (2 * (column + 0.5) * BLOCK) / width - 1
      vectors.y[at] = (2 * (row + 0.5) * BLOCK) / height - 1
      let [xx, yy, xy] = [0, 0, 0]
      const bottom = Math.min(height - 1, (row + 1) * BLOCK)
      const right = Math.min(width - 1, (column + 1) * BLOCK)
      for (let v = Math.max(1, row * BLOCK); v < bottom; v++) {
        for (let u = Math.max(1, column * BLOCK); u < right; u++) {
          const pixel = v * width + u
          const gx = (y[pixel + 1]! - y[pixel - 1]!) / 2
          const gy = (y[pixel + width]! - y[pixel - width]!) / 2
          xx += gx * gx
          yy += gy * gy
          xy += gx * gy
        }
      }
      const spread = Math.hypot((xx - yy) / 2, xy)
      const least = Math.max(0, (xx + yy) / 2 - spread) / (BLOCK * BLOCK)
      const match = difference[at]! > FLOW_UNLIKE ? 0 : 1
      vectors.weight[at] = (match * least) / (least + FLOW_CONTRAST) + 1e-4
    }
  }
  return vectors
}

/** Mean levels by which a block differs from the frame before at a vector. */
function differenceAt(
  columns: number,
  at: number,
  now: Luma,
  before: Luma,
  gx: number,
  gy: number,
): number {
  const left = (at % columns) * BLOCK
  const top = Math.floor(at / columns) * BLOCK
  let [sum, count] = [0, 0]
  for (let v = top; v < Math.min(now.height, top + BLOCK); v++) {
    for (let u = left; u < Math.min(now.width, left + BLOCK); u++, count++) {
      sum += Math.abs(now.y[v * now.width + u]! - sampleClamped(before.y, before, u + gx, v + gy))
    }
  }
  return sum / count
}

/** The vector of a block that moves by itself: a mean with those beside it that do so too, by their trust. */
function takeOwn(
  field: MotionField,
  motion: Motion,
  weight: Float32Array,
  own: Uint8Array,
  at: number,
): void {
  const { columns, rows } = field
  const [column, row] = [at % columns, Math.floor(at / columns)]
  let [sum, x, y] = [0, 0, 0]
  for (let v = Math.max(0, row - 1); v <= Math.min(rows - 1, row + 1); v++) {
    for (let u = Math.max(0, column - 1); u <= Math.min(columns - 1, column + 1); u++) {
      const beside = v * columns + u
      if (!own[beside]) continue
      const share = weight[beside]! * (beside === at ? 3 : 1)
      sum += share
      x += share * motion.dx[beside]!
      y += share * motion.dy[beside]!
    }
  }
  field.dx[at] = x / sum
  field.dy[at] = y / sum
}
