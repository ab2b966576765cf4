import { distance, type Point } from '../../../geometry/point.ts'
import { BODY, type Body } from '../../../vision/bodies/body.ts'

/**
 * A coordinate system that leans with the torso. Its unit is the body scale, the length from shoulders to hips; its
 * origin lies between the shoulders. `out` runs towards the person's left, `down` towards the hips.
 */
export type TorsoFrame = {
  /** Pixels per unit. */
  scale: number
  /** Half the width between the shoulders, in pixels. */
  half: number
  /** Unit vectors of the axes in the picture. */
  left: Point
  down: Point
  /** From coordinates to the point of the picture. */
  at(out: number, down: number): Point
  /** From a point of the picture to its coordinates. */
  of(x: number, y: number): { out: number; down: number }
}

/** The frame of a body with known shoulders and hips; `scale` in pixels. */
export function torsoFrame({ landmarks }: Body, scale: number): TorsoFrame {
  const l = landmarks[BODY.leftShoulder]!
  const r = landmarks[BODY.rightShoulder]!
  const neck = { x: (l.x + r.x) / 2, y: (l.y + r.y) / 2 }
  const hips = {
    x: (landmarks[BODY.leftHip]!.x + landmarks[BODY.rightHip]!.x) / 2,
    y: (landmarks[BODY.leftHip]!.y + landmarks[BODY.rightHip]!.y) / 2,
  }
  const length = distance(hips, neck) || 1
  const down = { x: (hips.x - neck.x) / length, y: (hips.y - neck.y) / length }
  const sign = (l.x - r.x) * down.y - (l.y - r.y) * down.x >= 0 ? 1 : -1
  const left = { x: sign * down.y, y: -sign * down.x }
  return {
    scale,
    half: distance(l, r) / 2,
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
