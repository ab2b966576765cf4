import type { Point } from '../../geometry/point.ts'
import type { Pyramid } from '../input/pyramid.ts'
import { type Roi, roiToPicture } from '../input/roi.ts'
import { sampleRoi } from '../input/sample-roi.ts'
import { HEATMAP_CONFIDENCE } from '../tuning.ts'
import { type Net, sigmoid } from '../vision.ts'
import type { BodyLandmark } from './body.ts'
import type { BodyCircle } from './pose-roi.ts'

/**
 * The output of the landmark network for one region of interest. Its circle suggests the region for the next
 * estimate.
 */
export type Pose = BodyCircle & {
  roi: Roi
  /** The probability that the region shows a person, 0–1. */
  presence: number
  /** The 33 landmarks of MediaPipe Pose, in source pixels. */
  landmarks: BodyLandmark[]
  /** The person mask: 256 × 256 logits over the region. */
  mask: Float32Array
}

/** The side of the network's input, and of its mask, in pixels. */
const SIZE = 256

/** The 33 landmarks, the two points of the body's circle, and four that only serve tracking in videos. */
const POINTS = 39
const LANDMARKS = 33

/** Values of a point: x, y, z in input pixels, then the logits of visibility and presence. */
const VALUES = 5

/** The side of the heatmaps in cells. */
const HEATMAP_SIZE = 64

/** The radius of the window around a point in which its heatmap is used, in cells (MediaPipe's kernel of 7). */
const HEATMAP_RADIUS = 3

/**
 * Estimates landmarks and mask of the one person in a region of interest (BlazePose, see {@link BodyCircle}).
 * @param roi around the whole body, rotated so that the body is upright
 * @param change may change the network's input: height × width × 3 values in 0–1, and the side in pixels
 * @throws when the network's outputs are not those of the model
 */
export async function estimatePose(
  pyramid: Pyramid,
  roi: Roi,
  net: Net,
  change: (input: Float32Array, size: number) => void = () => {},
): Promise<Pose> {
  const input = sampleRoi(pyramid, roi, SIZE, { low: 0, high: 1 })
  change(input, SIZE)
  const outputs = await net.run(input)
  const output = (length: number): Float32Array => {
    const found = outputs.find((one) => one.length === length)
    if (!found) throw new Error(`The pose network has no output of ${length} values.`)
    return found
  }
  const raw = output(POINTS * VALUES)
  const heatmaps = output(HEATMAP_SIZE * HEATMAP_SIZE * POINTS)
  const points = Array.from({ length: POINTS }, (_, at) => decodePoint(raw, heatmaps, at, roi))
  return {
    roi,
    presence: output(1)[0]!,
    landmarks: points.slice(0, LANDMARKS),
    midHip: points[LANDMARKS]!,
    circlePoint: points[LANDMARKS + 1]!,
    mask: output(SIZE * SIZE),
  }
}

function decodePoint(
  raw: Float32Array,
  heatmaps: Float32Array,
  at: number,
  roi: Roi,
): BodyLandmark {
  const [x, y, z, visibility, presence] = raw.subarray(at * VALUES, (at + 1) * VALUES)
  const refined = refineByHeatmap(heatmaps, at, { x: x! / SIZE, y: y! / SIZE })
  return {
    ...roiToPicture(roi, refined.x, refined.y),
    z: (z! / SIZE) * roi.side,
    visibility: sigmoid(visibility!),
    presence: sigmoid(presence!),
  }
}

/**
 * Moves a point to the centroid of its heatmap nearby, which is sharper than the regression alone (MediaPipe's
 * `RefineLandmarksFromHeatmapCalculator`).
 * @param heatmaps 64 × 64 × 39 logits
 * @param index of the point
 * @param point the regressed position, as shares of the network's input
 */
function refineByHeatmap(heatmaps: Float32Array, index: number, point: Point): Point {
  const column = Math.trunc(point.x * HEATMAP_SIZE)
  const row = Math.trunc(point.y * HEATMAP_SIZE)
  if (column < 0 || column >= HEATMAP_SIZE || row < 0 || row >= HEATMAP_SIZE) return point
  const [left, right] = heatmapWindow(column)
  const [top, bottom] = heatmapWindow(row)
  let total = 0
  let best = 0
  let sumX = 0
  let sumY = 0
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const weight = sigmoid(heatmaps[(y * HEATMAP_SIZE + x) * POINTS + index]!)
      total += weight
      best = Math.max(best, weight)
      sumX += weight * x
      sumY += weight * y
    }
  }
  if (best < HEATMAP_CONFIDENCE) return point
  return { x: sumX / total / HEATMAP_SIZE, y: sumY / total / HEATMAP_SIZE }
}

/** The first and the last cell of the window around a cell, along one axis. */
function heatmapWindow(cell: number): [number, number] {
  return [Math.max(0, cell - HEATMAP_RADIUS), Math.min(HEATMAP_SIZE - 1, cell + HEATMAP_RADIUS)]
}
