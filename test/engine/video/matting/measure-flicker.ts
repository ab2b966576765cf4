import type { FrameMatte } from '../../../../engine/video/matting/expand-matte.ts'
import { type Frame, planesOf } from '../../../../engine/video/video-info.ts'

/** Levels by which a pixel that stands still may change: noise, and what a codec makes of it. */
const STILL = 4
/** Shares of 255 between which a pixel is at an edge. */
const [LEAST, MOST] = [25, 230]

/** How much the mattes of a video change where it stands still. */
export type Flicker = {
  /** Takes the next frame with the alphas of all its pixels. */
  see(frame: Frame, alpha: Uint8Array): void
  /** The mean change of alpha from frame to frame at edges of people that stand still, 0–1. */
  mean(): number
  /** How many pixels of how many frames that is the mean of. */
  count(): number
}

export function measureFlicker(): Flicker {
  let before: { y: Uint8Array; alpha: Uint8Array } | undefined
  let [sum, count] = [0, 0]
  return {
    see: (frame, alpha) => {
      const now = { y: planesOf(frame).y.slice(), alpha }
      const last = before
      before = now
      if (!last) return
      const { width, height } = frame
      for (let row = 1; row < height - 1; row++) {
        for (let column = 1; column < width - 1; column++) {
          const at = row * width + column
          const share = last.alpha[at]!
          if (share < LEAST || share > MOST || !isStill(now.y, last.y, at, width)) continue
          sum += Math.abs(now.alpha[at]! - share) / 255
          count++
        }
      }
    },
    mean: () => (count === 0 ? 0 : sum / count),
    count: () => count,
  }
}

function isStill(one: Uint8Array, other: Uint8Array, at: number, width: number): boolean {
  for (let row = at - width; row <= at + width; row += width) {
    for (let near = row - 1; near <= row + 1; near++) {
      if (Math.abs(one[near]! - other[near]!) > STILL) return false
    }
  }
  return true
}

/** The alpha of every pixel of a frame: a matte has only what is an edge. */
export function wholeAlpha(
  { width, height }: Frame,
  { alpha, stride, top, left: origin, bands }: FrameMatte,
): Uint8Array {
  const whole = new Uint8Array(width * height)
  for (const band of bands) {
    for (let row = band.top; row < band.bottom; row++) {
      for (const { isEdge, left, right } of band.runs) {
        const [start, end] = [row * width + left, row * width + Math.min(width, right)]
        if (isEdge) {
          const from = (row - top) * stride + left - origin
          whole.set(alpha.subarray(from, from + end - start), start)
        } else whole.fill(255, start, end)
      }
    }
  }
  return whole
}
