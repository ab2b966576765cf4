import { ensureLevel, type Pyramid } from '../input/pyramid.ts'
import { type Roi, roiTransform } from '../input/roi.ts'
import { pyramidLevelFor, sampleRoi } from '../input/sample-roi.ts'
import { withTensorBuffer } from '../input/tensor-pool.ts'
import type { Nets } from '../vision.ts'
import { cropAround, cropFeatures, type FeatureCrop } from './crop-features.ts'
import { EYE_EDGE, LEFT_EYE, LIPS, RIGHT_EYE } from './detail-indices.ts'
import type { FaceLandmark } from './face.ts'

/** One look of the mesh network at one square. */
export type Mesh = {
  roi: Roi
  /** Logit: whether the square holds a face. Real ones have 13 and more. */
  flag: number
  /** x, y, z of the 468 landmarks, in pixels of the network's input. */
  points: Float32Array
  features: Float32Array
}

const SIZE = 192
const LANDMARKS = 468
const IRIS = 5

/** Reads the coarse landmarks of the face that the square is laid around. */
export async function estimateMesh(
  pyramid: Pyramid,
  roi: Roi,
  net: Nets['faceMesh'],
): Promise<Mesh> {
  await ensureLevel(pyramid, pyramidLevelFor(pyramid, roi.side / SIZE))
  const outputs = await withTensorBuffer(SIZE * SIZE * 3, (input) =>
    net.run(sampleRoi(pyramid, roi, SIZE, { low: 0, high: 1 }, undefined, input)),
  )
  const output = (length: number): Float32Array => {
    const found = outputs.find((one) => one.length === length)
    if (!found) throw new Error(`The mesh network has no output of ${length} values.`)
    return found
  }
  return {
    roi,
    flag: output(1)[0]!,
    points: output(LANDMARKS * 3),
    features: output(48 * 48 * 32),
  }
}

/** The mesh's landmarks in source pixels, those of lips and eyes read once more from close by, and the irises. */
export async function refineMesh(mesh: Mesh, net: Nets['faceDetail']): Promise<FaceLandmark[]> {
  const lips = cropAround(mesh.points, LIPS, 61, 291)
  const right = cropAround(mesh.points, RIGHT_EYE, 33, 133)
  const left = cropAround(mesh.points, LEFT_EYE, 362, 263)
  const cuts = [lips, right, left].map((cut) => cropFeatures(mesh.features, cut))
  const [lipPoints, rightPoints, rightIris, leftPoints, leftIris] = await net.run(...cuts)
  const points = new Float32Array((LANDMARKS + 2 * IRIS) * 3)
  points.set(mesh.points)
  const rightRing = Array.from({ length: IRIS }, (_, n) => LANDMARKS + n)
  const leftRing = Array.from({ length: IRIS }, (_, n) => LANDMARKS + IRIS + n)
  writeTransformed(points, LIPS, lipPoints!, lips)
  writeTransformed(points, RIGHT_EYE, rightPoints!, right)
  writeTransformed(points, LEFT_EYE, leftPoints!, left)
  writeTransformed(points, rightRing, rightIris!, right)
  writeTransformed(points, leftRing, leftIris!, left)
  setIrisDepth(points, rightRing, RIGHT_EYE)
  setIrisDepth(points, leftRing, LEFT_EYE)
  return meshLandmarks({ ...mesh, points })
}

/** Landmarks of the network's input in source pixels. */
export function meshLandmarks({ points, roi }: Pick<Mesh, 'points' | 'roi'>): FaceLandmark[] {
  const place = roiTransform(roi)
  const landmarks: FaceLandmark[] = []
  for (let at = 0; at < points.length; at += 3) {
    const { x, y } = place(points[at]! / SIZE, points[at + 1]! / SIZE)
    landmarks.push({ x, y, z: (points[at + 2]! / SIZE) * roi.side })
  }
  return landmarks
}

/**
 * Puts points of a cut into the mesh (the operation `TransformLandmarks`, version 2). The model counts a cut's
 * points in input pixels, four to a feature, hence the quarter.
 */
function writeTransformed(
  points: Float32Array,
  landmarks: readonly number[],
  found: Float32Array,
  { a, b, c, d, x0, y0 }: FeatureCrop,
): void {
  for (const [n, at] of landmarks.entries()) {
    const u = found[n * 2]! / 4
    const v = found[n * 2 + 1]! / 4
    points[at * 3] = a * u + b * v + x0
    points[at * 3 + 1] = c * u + d * v + y0
  }
}

/** Irises have no depth of their own; they get their eye's mean. */
function setIrisDepth(points: Float32Array, iris: readonly number[], eye: readonly number[]): void {
  const edge = eye.slice(0, EYE_EDGE)
  const z = edge.reduce((sum, at) => sum + points[at * 3 + 2]!, 0) / edge.length
  for (const at of iris) points[at * 3 + 2] = z
}
