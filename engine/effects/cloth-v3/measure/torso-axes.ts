import type { Point } from '../../../geometry/point.ts'

/** The torso's own axes, from between the shoulders: `u` runs to the right across them, `v` down to the hips. */
export type TorsoAxes = {
  origin: Point
  right: Point
  down: Point
  /** Pixels between the joints of the shoulders, and from between them to between the hips. */
  shoulders: number
  length: number
}

/** The point of the picture at a place of the torso. */
export function torsoToPixel({ origin, right, down }: TorsoAxes, u: number, v: number): Point {
  return {
    x: origin.x + u * right.x + v * down.x,
    y: origin.y + u * right.y + v * down.y,
  }
}

/** The place of a point on the torso's axes. */
export function pixelToTorso(
  { origin, right, down }: TorsoAxes,
  { x, y }: Point,
): { u: number; v: number } {
  const [dx, dy] = [x - origin.x, y - origin.y]
  return { u: dx * right.x + dy * right.y, v: dx * down.x + dy * down.y }
}
