import { blendStops, stopClamped } from '../../geometry/sample.ts'
import {
  applyTo,
  compose,
  type Homography,
  IDENTITY,
  invert,
} from '../../video/motion/homography.ts'
import type { SmallFrame } from '../../video/shrink-frame.ts'
import { BACKGROUND_MEMORY_CONTRAST, BACKGROUND_MEMORY_NOISE, LEAST_MOTION } from './tuning.ts'

/** What was last seen behind the object, carried along with the camera. */
export type BackgroundMemory = {
  /** Goes on to the frame that `camera` leads to. */
  follow(camera: Homography): void
  /** Remembers a frame where it shows background. */
  see(frame: SmallFrame, isBackground: (at: number) => boolean): void
  /**
   * Whether a pixel is what was there before: −1 where it is, 1 where it is something else, 0 where nobody has seen
   * what is there.
   */
  differs(frame: SmallFrame, at: number): number
  /** Whether anybody has seen what is at a pixel. */
  knows(at: number): boolean
}

export function rememberBackground(width: number, height: number): BackgroundMemory {
  const count = width * height
  let known = new Uint8Array(count)
  let planes = [new Uint8Array(count), new Uint8Array(count), new Uint8Array(count)] as const
  let pending = IDENTITY
  const point = new Float64Array(2)
  const [column, row] = [stopClamped(0, 1), stopClamped(0, 1)]
  const warp = (): void => {
    const back = invert(pending)
    const nextKnown = new Uint8Array(count)
    const next = [new Uint8Array(count), new Uint8Array(count), new Uint8Array(count)] as const
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0; x < width; x++, at++) {
        applyTo(back, (x + 0.5) / width, (y + 0.5) / width, point)
        const fromX = point[0]! * width - 0.5
        const fromY = point[1]! * width - 0.5
        const left = Math.floor(fromX)
        const top = Math.floor(fromY)
        if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue
        const from = top * width + left
        if (!(known[from] && known[from + 1] && known[from + width] && known[from + width + 1])) {
          continue
        }
        stopClamped(fromX, width, column)
        stopClamped(fromY, height, row)
        for (let c = 0; c < 3; c++) {
          next[c]![at] = blendStops(planes[c]!, width, column, row) + 0.5
        }
        nextKnown[at] = 1
      }
    }
    known = nextKnown
    planes = next
    pending = IDENTITY
  }
  const contrastAt = (plane: Uint8Array, at: number): number =>
    Math.abs(plane[at + 1]! - plane[at - 1]!) + Math.abs(plane[at + width]! - plane[at - width]!)
  return {
    follow: (camera) => {
      pending = compose(camera, pending)
      let most = 0
      for (const [x, y] of [
        [0, 0],
        [1, 0],
        [0, height / width],
        [1, height / width],
      ] as const) {
        applyTo(pending, x, y, point)
        most = Math.max(most, Math.hypot(point[0]! - x, point[1]! - y) * width)
      }
      if (most > LEAST_MOTION) warp()
    },
    see: ({ y, u, v }, isBackground) => {
      for (let at = 0; at < count; at++) {
        if (!isBackground(at)) continue
        const [ownY, ownU, ownV] = planes
        const isKnown = known[at] === 1
        ownY[at] = isKnown ? (ownY[at]! + y[at]! + 1) >> 1 : y[at]!
        ownU[at] = isKnown ? (ownU[at]! + u[at]! + 1) >> 1 : u[at]!
        ownV[at] = isKnown ? (ownV[at]! + v[at]! + 1) >> 1 : v[at]!
        known[at] = 1
      }
    },
    differs: ({ y, u, v }, at) => {
      if (!known[at]) return 0
      const [ownY, ownU, ownV] = planes
      // The colours count as they do in the difference: a camera that is followed a little off shows at coloured edges.
      const contrast = contrastAt(ownY, at) + 2 * contrastAt(ownU, at) + 2 * contrastAt(ownV, at)
      const most =
        BACKGROUND_MEMORY_NOISE +
        BACKGROUND_MEMORY_CONTRAST * (Number.isNaN(contrast) ? 0 : contrast)
      const apart =
        Math.abs(y[at]! - ownY[at]!) +
        2 * Math.abs(u[at]! - ownU[at]!) +
        2 * Math.abs(v[at]! - ownV[at]!)
      return Math.min(1, Math.max(-1, (apart - most) / most))
    },
    knows: (at) => known[at] === 1,
  }
}
