import type { Point } from '../../../engine/geometry/point.ts'
import { distanceToSegment } from '../../../engine/geometry/point.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import type { Hand } from '../../../engine/vision/hands/hand.ts'

/** The breadth of the drawn hand across its knuckles, and half the width of its arm, pixels. */
export const BREADTH = 60
const HALF = 22

/**
 * A hand on a grey ground, and an arm that bends at the wrist.
 * @param bend degrees by which the arm turns away from the hand's own direction, which is down
 * @param wrist where the wrist is in the picture
 * @param watch how far from the wrist a dark strap begins that lies aslant, pixels
 */
export function bentArm(
  bend: number,
  wrist: Point = { x: 160, y: 130 },
  watch = Number.POSITIVE_INFINITY,
): { picture: Picture; hand: Hand; along: Point } {
  const size = { width: 320, height: 320 }
  const angle = (bend * Math.PI) / 180
  const along = { x: -Math.sin(angle), y: Math.cos(angle) }
  const elbow = { x: wrist.x + 600 * along.x, y: wrist.y + 600 * along.y }
  const data = new Uint8ClampedArray(4 * size.width * size.height).fill(255)
  for (let y = 0, at = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++, at += 4) {
      const isHand =
        Math.abs(x - wrist.x) < BREADTH / 2 && y < wrist.y && y > wrist.y - 1.4 * BREADTH
      const isArm = distanceToSegment({ x, y }, wrist, elbow) < HALF
      const far = (x - wrist.x) * along.x + (y - wrist.y) * along.y
      const beside = (y - wrist.y) * along.x - (x - wrist.x) * along.y
      const isStrap = isArm && far + 0.5 * beside > watch
      const [r, g, b] = isStrap ? [30, 30, 35] : isHand || isArm ? [205, 150, 125] : [120, 125, 130]
      data.set([r!, g!, b!], at)
    }
  }
  const knuckles = [-0.4, 0, 0.2, 0.4].map((u) => ({
    x: wrist.x + u * BREADTH,
    y: wrist.y - 1.25 * BREADTH,
  }))
  // The thumb, then four fingers of four joints each.
  const fingers = knuckles.flatMap((at) => [at, at, at, at])
  const landmarks = [wrist, wrist, wrist, wrist, wrist, ...fingers].map((p) => ({ ...p, z: 0 }))
  const box = { left: wrist.x - 40, top: wrist.y - 80, width: 80, height: 80 }
  return { picture: { ...size, data }, hand: { landmarks, box } as unknown as Hand, along }
}
