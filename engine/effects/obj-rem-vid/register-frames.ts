import type { Box } from '../../geometry/box.ts'
import { estimateCamera } from '../../video/motion/estimate-camera.ts'
import {
  applyTo,
  compose,
  type Homography,
  IDENTITY,
  invert,
} from '../../video/motion/homography.ts'
import { type LumaPyramid, lumaPyramid, pickPoints } from '../../video/motion/track-points.ts'
import { type Frame, planesOf } from '../../video/video-info.ts'
import { type CutMask, maskAt } from './cut-mask.ts'
import {
  FAR_COUNTS,
  FRAMES_KEPT,
  FRAMES_LEAST_AGREED,
  FRAMES_NEAR,
  MOST_STRAYED,
} from './tuning.ts'

/** Where the content of one frame is in others, as the camera moved between them. */
export type Registration = {
  /** From one frame to another by all the moves between them; errors add up. */
  chain(from: number, to: number): Homography
  /**
   * From one frame to another by what both show, above all around a part of the first one; by the chain where they
   * show too little in common.
   */
  direct(from: number, to: number, around: Box): Homography
}

/**
 * @param holes what moves by itself in each frame
 * @param cameras the camera's motion from each frame to the next
 */
export function registerFrames(
  frames: readonly Frame[],
  holes: readonly (CutMask | undefined)[],
  cameras: readonly (Homography | undefined)[],
): Registration {
  const { width, height } = frames[0]!
  const sums: Homography[] = [IDENTITY]
  for (const [at, camera] of cameras.entries())
    sums[at + 1] = compose(camera ?? IDENTITY, sums[at]!)
  const pyramids = new Map<number, LumaPyramid>()
  const pyramid = (at: number): LumaPyramid => {
    const known = pyramids.get(at) ?? lumaPyramid({ width, height, y: planesOf(frames[at]!).y })
    pyramids.delete(at)
    pyramids.set(at, known)
    const [oldest] = pyramids.keys()
    if (pyramids.size > FRAMES_KEPT) pyramids.delete(oldest!)
    return known
  }
  let picked: { from: number; points: number[] } | undefined
  const chain = (from: number, to: number): Homography => compose(sums[to]!, invert(sums[from]!))
  return {
    chain,
    direct: (from, to, around) => {
      const guess = chain(from, to)
      if (from === to) return IDENTITY
      // Many frames in turn are registered to one anchor.
      if (picked?.from !== from) {
        const hole = holes[from]
        const isOpen = (at: number): boolean =>
          !hole || maskAt(hole, at % width, Math.floor(at / width)) === 0
        picked = { from, points: pickPoints(pyramid(from)[0]!, isOpen) }
      }
      const importance = (at: number): number => {
        const x = at % width
        const y = (at - x) / width
        const away = Math.hypot(
          Math.max(0, around.left - x, x - around.left - around.width),
          Math.max(0, around.top - y, y - around.top - around.height),
        )
        return FAR_COUNTS + Math.exp(-((away / (FRAMES_NEAR * width)) ** 2))
      }
      const { points } = picked
      const found = estimateCamera(pyramid(from), pyramid(to), points, guess, importance)
      if (!found || found.agreed < FRAMES_LEAST_AGREED) return guess
      return strayOf(found.map, guess, around, width) < MOST_STRAYED ? found.map : guess
    },
  }
}

/** How far apart two maps take the corners of a box, in pixels. */
function strayOf(one: Homography, other: Homography, box: Box, width: number): number {
  let most = 0
  const [a, b] = [new Float64Array(2), new Float64Array(2)]
  for (const [x, y] of cornersOf(box)) {
    applyTo(one, x / width, y / width, a)
    applyTo(other, x / width, y / width, b)
    most = Math.max(most, Math.hypot(a[0]! - b[0]!, a[1]! - b[1]!) * width)
  }
  return most
}

function cornersOf({ left, top, width, height }: Box): [x: number, y: number][] {
  return [
    [left, top],
    [left + width, top],
    [left, top + height],
    [left + width, top + height],
  ]
}

/** The box around where a map takes a box; both in pixels of frames of this width. */
export function mappedBox(map: Homography, box: Box, frameWidth: number): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const to = new Float64Array(2)
  for (const [x, y] of cornersOf(box)) {
    applyTo(map, x / frameWidth, y / frameWidth, to)
    left = Math.min(left, to[0]! * frameWidth)
    right = Math.max(right, to[0]! * frameWidth)
    top = Math.min(top, to[1]! * frameWidth)
    bottom = Math.max(bottom, to[1]! * frameWidth)
  }
  return { left, top, width: right - left, height: bottom - top }
}
