import { ensureLevel, type Pyramid } from '../input/pyramid.ts'
import { type Roi, roiTransform } from '../input/roi.ts'
import { pyramidLevelFor, sampleRoi } from '../input/sample-roi.ts'
import { withTensorBuffer } from '../input/tensor-pool.ts'
import type { Nets } from '../vision.ts'
import { cropAround, cropFeatures, type FeatureCrop } from './crop-features.ts'
import { LEFT_EYE, LID_EDGE_POINTS, LIPS, RIGHT_EYE } from './detail-indices.ts'
import type { FaceLandmark } from './face.ts'

/** The output of the mesh network for one region of interest. */
export type Mesh = {
  roi: Roi
  /** The logit that the region shows a face; real faces have 13 and more. */
  faceLogit: number
  /** x, y, z of the 468 landmarks, in pixels of the network's input. */
  points: Float32Array
  /** 48 × 48 × 32 values, the input of the detail network. */
  features: Float32Array
}

/** The side of the network's input in pixels. */
const SIZE = 192
const LANDMARKS = 468
/** Landmarks of one iris: its centre and four points of its edge. */
const IRIS_POINTS = 5

/**
 * Estimates the mesh of the face in a region of interest. The model is MediaPipe's Attention Mesh (Grishchenko et
 * al., "Attention Mesh: High-fidelity Face Mesh Prediction in Real-time", 2020) up to its attention, which {@link
 * refineMesh} completes.
 * @param roi around the face, rotated so that its eyes are level
 */
export async function estimateMesh(
  pyramid: Pyramid,
  roi: Roi,
  net: Nets['faceMesh'],
): Promise<Mesh> {
  await ensureLevel(pyramid, pyramidLevelFor(pyramid, roi.side / SIZE), roi)
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
    faceLogit: output(1)[0]!,
    points: output(LANDMARKS * 3),
    features: output(48 * 48 * 32),
  }
}

/**
 * Refines the landmarks of lips and eyes and adds the irises: the attention part of the Attention Mesh.
 * @returns the 478 landmarks in source pixels
 */
export async function refineMesh(mesh: Mesh, net: Nets['faceDetail']): Promise<FaceLandmark[]> {
  const lips = cropAround(mesh.points, LIPS, 61, 291)
  const right = cropAround(mesh.points, RIGHT_EYE, 33, 133)
  const left = cropAround(mesh.points, LEFT_EYE, 362, 263)
  const crops = [lips, right, left].map((crop) => cropFeatures(mesh.features, crop))
  const [lipPoints, rightPoints, rightIris, leftPoints, leftIris] = await net.run(...crops)
  const points = new Float32Array((LANDMARKS + 2 * IRIS_POINTS) * 3)
  points.set(mesh.points)
  const rightRing = Array.from({ length: IRIS_POINTS }, (_, n) => LANDMARKS + n)
  const leftRing = Array.from({ length: IRIS_POINTS }, (_, n) => LANDMARKS + IRIS_POINTS + n)
  writeTransformed(points, LIPS, lipPoints!, lips)
  writeTransformed(points, RIGHT_EYE, rightPoints!, right)
  writeTransformed(points, LEFT_EYE, leftPoints!, left)
  writeTransformed(points, rightRing, rightIris!, right)
  writeTransformed(points, leftRing, leftIris!, left)
  setIrisDepth(points, rightRing, RIGHT_EYE)
  setIrisDepth(points, leftRing, LEFT_EYE)
  return meshLandmarks({ ...mesh, points })
}

/** Maps landmarks from pixels of the network's input to source pixels. */
export function meshLandmarks({ points, roi }: Pick<Mesh, 'points' | 'roi'>): FaceLandmark[] {
  const toPicture = roiTransform(roi)
  const landmarks: FaceLandmark[] = []
  for (let at = 0; at < points.length; at += 3) {
    const { x, y } = toPicture(points[at]! / SIZE, points[at + 1]! / SIZE)
    landmarks.push({ x, y, z: (points[at + 2]! / SIZE) * roi.side })
  }
  return landmarks
}

/**
 * Writes the points of a feature crop into the mesh (the model's operation `TransformLandmarks`, version 2). The
 * network gives them in pixels of its input, of which a feature spans four, hence the division.
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

/** Gives an iris the mean depth of its lid edges; the network estimates none for it. */
function setIrisDepth(points: Float32Array, iris: readonly number[], eye: readonly number[]): void {
  const edge = eye.slice(0, LID_EDGE_POINTS)
  const z = edge.reduce((sum, at) => sum + points[at * 3 + 2]!, 0) / edge.length
  for (const at of iris) points[at * 3 + 2] = z
}
