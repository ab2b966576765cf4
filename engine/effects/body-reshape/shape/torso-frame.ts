import type { Point } from '../../../raster/picture.ts'
import { BODY, type Body } from '../../../vision/bodies/body.ts'

/**
 * Coordinates that lean with the torso, in lengths from shoulders to hips: `out` towards the person's left, `down`
 * from the shoulder line towards the hips.
 */
export type TorsoFrame = {
  scale: number
  /** Half the shoulders' width, pixels. */
  half: number
  /** Unit vectors in the picture. */
  left: Point
  down: Point
  /** The point of the picture at these coordinates. */
  at(out: number, down: number): Point
  /** The coordinates of a point of the picture. */
  of(x: number, y: number): { out: number; down: number }
}

/** The frame of a body whose shoulders and hips are known. */
export function torsoFrame({ landmarks }: Body, scale: number): TorsoFrame {
  const l = landmarks[BODY.leftShoulder]!
  const r = landmarks[BODY.rightShoulder]!
  const neck = { x: (l.x + r.x) / 2, y: (l.y + r.y) / 2 }
  const hips = {
    x: (landmarks[BODY.leftHip]!.x + landmarks[BODY.rightHip]!.x) / 2,
    y: (landmarks[BODY.leftHip]!.y + landmarks[BODY.rightHip]!.y) / 2,
  }
  const length = Math.hypot(hips.x - neck.x, hips.y - neck.y) || 1
  const down = { x: (hips.x - neck.x) / length, y: (hips.y - neck.y) / length }
  const sign = (l.x - r.x) * down.y - (l.y - r.y) * down.x >= 0 ? 1 : -1
  const left = { x: sign * down.y, y: -sign * down.x }
  return {
    scale,
    half: Math.hypot(l.x - r.x, l.y - r.y) / 2,
    left,
    down,
    at: (out, along) => ({
      x: neck.x + (left.x * out + down.x * along) * scale,
      y: neck.y + (left.y * out + down.y * along) * scale,
    }),
    of: (x, y) => ({
      out: ((x - neck.x) * left.x + (y - neck.y) * left.y) / scale,
      down: ((x - neck.x) * down.x + (y - neck.y) * down.y) / scale,
    }),
  }
}
