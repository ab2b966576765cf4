import { sampleClamped } from '../../geometry/sample.ts'
import { type MotionField, motionAlongRow } from '../../video/motion/motion-field.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import { type Planes, planesFrom } from './planes.ts'
import { MOVING_SHARE, STEADY_SOURCE_ANOTHER, STILL_SHARE } from './tuning.ts'

/**
 * Takes the noise of camera and codec out of what a painter works from, which would set every threshold trembling:
 * each pixel is averaged with itself in the frames before, followed by motion. Where they differ, the new one counts
 * alone, so that nothing lags.
 */
export function steadySource(): (frame: Frame, flow: MotionField | undefined) => Planes {
  let last: Planes | undefined
  let spare: Planes | undefined
  return (frame, flow) => {
    if (!last || !flow) {
      last = planesFrom(frame)
      return last
    }
    const { width, height } = frame
    const next = spare ?? planesFrom(frame)
    const from = planesOf(frame)
    const half: MotionField = {
      ...flow,
      step: flow.step / 2,
      dx: flow.dx.map((x) => x / 2),
      dy: flow.dy.map((y) => y / 2),
    }
    average(from.y, last.y, next.y, width, height, flow)
    average(from.u, last.u, next.u, width / 2, height / 2, half)
    average(from.v, last.v, next.v, width / 2, height / 2, half)
    spare = last
    last = next
    return next
  }
}

function average(
  now: Uint8Array,
  before: Float32Array,
  to: Float32Array,
  width: number,
  height: number,
  flow: MotionField,
): void {
  const fromX = new Float32Array(width)
  const fromY = new Float32Array(width)
  const isStill = stillRows(flow)
  const size = { width, height }
  for (let y = 0, at = 0; y < height; y++) {
    if (isStill(y)) {
      for (const end = at + width; at < end; at++) {
        const level = now[at]!
        const past = before[at]!
        const off = (level - past) / STEADY_SOURCE_ANOTHER
        const share = STILL_SHARE + off * off
        to[at] = share >= 1 ? level : past + (level - past) * share
      }
      continue
    }
    motionAlongRow(flow, width, y, fromX, fromY)
    for (let x = 0; x < width; x++, at++) {
      const level = now[at]!
      const px = fromX[x]!
      const py = fromY[x]!
      let share = STILL_SHARE
      let past = before[at]!
      if (px !== x || py !== y) {
        share = MOVING_SHARE
        if (px < 0 || py < 0 || px > width - 1 || py > height - 1) {
          to[at] = level
          continue
        }
        past = sampleClamped(before, size, px, py)
      }
      const off = (level - past) / STEADY_SOURCE_ANOTHER
      share += off * off
      to[at] = share >= 1 ? level : past + (level - past) * share
    }
  }
}

/** Whether nothing moves along a row of pixels, by the rows of cells around it. */
function stillRows({ step, columns, rows, dx, dy }: MotionField): (y: number) => boolean {
  const isStill = Array.from({ length: rows }, (_, row) => {
    const [from, end] = [row * columns, (row + 1) * columns]
    return !dx.subarray(from, end).some(Boolean) && !dy.subarray(from, end).some(Boolean)
  })
  return (y) => {
    const row = Math.min(rows - 1, Math.max(0, Math.floor(y / step)))
    return [row - 1, row, row + 1].every((near) => isStill[near] ?? true)
  }
}
