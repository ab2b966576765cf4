import type { Point } from '../../raster/picture.ts'
import type { Roi } from '../input/roi.ts'

/** The reach is a circle's radius; this much more makes room for hands and feet (MediaPipe's setting). */
const ROOM = 1.25

/**
 * The square in which a body's landmarks are sought: around the hips, turned so that the body stands upright in it.
 * @param hips the middle of the hips
 * @param reach a point above the hips as far away as the body reaches
 */
export function poseRoi(hips: Point, reach: Point): Roi {
  const dx = reach.x - hips.x
  const dy = reach.y - hips.y
  return {
    x: hips.x,
    y: hips.y,
    side: 2 * Math.hypot(dx, dy) * ROOM,
    angle: normal(Math.PI / 2 - Math.atan2(-dy, dx)),
  }
}

function normal(angle: number): number {
  return angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI))
}
