import { invertField } from '../../face/warp/invert-field.ts'
import type { Box } from '../../geometry/box.ts'
import { distance, distanceToSegment, type Point } from '../../geometry/point.ts'
import { ringTest } from '../../geometry/polygon.ts'
import {
  type Displacement,
  identityDisplacement,
  smoothDisplacement,
} from '../../raster/warp/displacement.ts'
import { limitStrain } from '../../raster/warp/limit-strain.ts'
import { FACE, type FaceLandmark } from '../../vision/faces/face.ts'
import { facePlane } from './face-plane.ts'
import type { Motion } from './feature-motion.ts'
import { DISPLACED } from './tuning.ts'

/** Says how far a place of the face is from something, in widths of the face. */
type DistanceTo = (place: Point) => number

type Feature = { motion: Motion; distanceTo: DistanceTo }

/**
 * The backward field that moves the features of a face, each as a whole. What is between them goes as those around it,
 * the nearest most, the less the further away they are, and what is at the outline and beyond stays. Nowhere is the
 * picture stretched or squeezed by much.
 * @param area of the picture that the field is on
 */
export function displaceFeatures(
  landmarks: readonly FaceLandmark[],
  motions: readonly Motion[],
  area: Box,
): Displacement {
  const { width, toFace, toPixels } = facePlane(landmarks)
  const ringOf = (ring: readonly number[]): Point[] => ring.map((i) => toFace(landmarks[i]!))
  const features = motions.map((motion) => ({
    motion,
    distanceTo: distanceToInside(ringOf(motion.ring)),
  }))
  const oval = ringOf(FACE.oval)
  const [isInside, toOutline] = [ringTest(oval), distanceToSides(oval)]
  const step = Math.max(1, Math.round(width / DISPLACED.nodes))
  const forward = identityDisplacement(area.width, area.height, step)
  const outside: number[] = []
  const strain = new Float32Array(forward.dx.length).fill(DISPLACED.strain.skin)
  const fillRow = (j: number): void => {
    for (let i = 0, k = j * forward.cols; i < forward.cols; i++, k++) {
      const place = toFace({ x: area.left + i * step, y: area.top + j * step })
      if (!isInside(place.x, place.y)) {
        outside.push(k)
        continue
      }
      const { across, down, within } = stepOf(features, place)
      if (within) strain[k] = DISPLACED.strain.feature
      const share = shareAtOutline(Math.hypot(across, down), toOutline(place))
      const moved = toPixels({ x: share * across, y: share * down })
      forward.dx[k] = moved.x
      forward.dy[k] = moved.y
    }
  }
  for (let j = 0; j < forward.rows; j++) fillRow(j)
  limitStrain(forward, strain)
  const smooth = smoothDisplacement(forward, 1)
  for (const k of outside) [smooth.dx[k], smooth.dy[k]] = [0, 0]
  return invertField(smooth)
}

/** How far a place goes, in widths of the face, and whether it is within a feature. */
function stepOf(
  features: readonly Feature[],
  place: Point,
): { across: number; down: number; within: boolean } {
  const { core, reach, still } = DISPLACED
  let [sum, across, down, within] = [still, 0, 0, false]
  for (const { motion, distanceTo } of features) {
    const far = distanceTo(place)
    if (far === 0) within = true
    if (far >= reach) continue
    const weight = wendland(far / reach) / (1 + (far / core) ** 2)
    const { middle, shift, bend } = motion
    const [x, y] = [place.x - middle.x, place.y - middle.y]
    sum += weight
    across += weight * (shift.x + bend[0] * x + bend[1] * y)
    down += weight * (shift.y + bend[2] * x + bend[3] * y)
  }
  return { across: across / sum, down: down / sum, within }
}

/** The share of a step that is left at a distance from the outline: what is nearer cannot go as far. */
function shareAtOutline(length: number, far: number): number {
  const { slope, soft } = DISPLACED.edge
  const most = (slope * far * far) / (far + soft)
  return length === 0 ? 1 : most / Math.hypot(most, length)
}

/** Falls smoothly from 1 at 0 to 0 at 1 (Wendland 1995). */
function wendland(r: number): number {
  return (1 - r) ** 4 * (4 * r + 1)
}

/** The distance to what a ring encloses. */
function distanceToInside(ring: readonly Point[]): DistanceTo {
  const [isInside, toSides] = [ringTest(ring), distanceToSides(ring)]
  return (place) => (isInside(place.x, place.y) ? 0 : toSides(place))
}

function distanceToSides(ring: readonly Point[]): DistanceTo {
  const sides = ring
    .map((from, n) => [from, ring[(n + 1) % ring.length]!] as const)
    .filter(([from, to]) => distance(from, to) > 0)
  return (place) => {
    let least = Number.POSITIVE_INFINITY
    for (const [from, to] of sides) least = Math.min(least, distanceToSegment(place, from, to))
    return least
  }
}
