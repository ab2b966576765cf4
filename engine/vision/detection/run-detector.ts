import type { Box } from '../../geometry/box.ts'
import type { Point } from '../../geometry/point.ts'
import type { Size } from '../../geometry/size.ts'
import { ensureLevel, type Pyramid } from '../input/pyramid.ts'
import { type Roi, roiTransform } from '../input/roi.ts'
import { pyramidLevelFor, sampleRoi, type ValueRange } from '../input/sample-roi.ts'
import { withTensorBuffer } from '../input/tensor-pool.ts'
import { type ResizableNet, sigmoid } from '../vision.ts'
import { ssdAnchors } from './anchors.ts'
import type { Detection } from './detection.ts'
import { weightedNonMaximumSuppression } from './non-maximum-suppression.ts'

/** An SSD detector of one kind of object, for inputs of any size. */
export type Detector = {
  /** The values of the network's input. */
  range: ValueRange
  /** Input pixels to a grid cell, for each layer. */
  strides: readonly number[]
  /** Anchors of one layer in a cell. */
  perLayer: number
  /** How many points it regresses beside the box. */
  keypoints: number
}

/**
 * Detections count from this score on. It is low because the landmark networks reject false positives far better than
 * the detectors do. A detection below it is a weak candidate: a place where a higher resolution can be worthwhile.
 */
export const CONFIDENT_SCORE = 0.5

/**
 * A region of the picture, and the size of the input that shows its middle: the input's longer side spans the region.
 */
export type DetectorWindow = { roi: Roi; inputSize: Size }

/**
 * Runs a detector on one region of the picture. The network is skipped where the input shows nothing but a plain
 * area.
 * @param threshold the lowest score that is returned, 0–1
 * @returns one detection for each object, best first, followed by the weak candidates
 * @throws when the network's outputs do not fit the detector
 */
export async function runDetector(
  detector: Detector,
  pyramid: Pyramid,
  window: DetectorWindow,
  net: ResizableNet,
  threshold: number,
): Promise<Detection[]> {
  const { roi, inputSize } = window
  const side = Math.max(inputSize.width, inputSize.height)
  await ensureLevel(pyramid, pyramidLevelFor(pyramid, roi.side / side), roi)
  return await withTensorBuffer(inputSize.width * inputSize.height * 3, async (values) => {
    const input = sampleRoi(pyramid, roi, side, detector.range, inputSize, values)
    if (isFeatureless(input, inputSize, detector.range)) return []
    return await detectInTensor(input, detector, window, net, threshold)
  })
}

/** {@link runDetector} on an input that has been sampled already. */
export async function detectInTensor(
  input: Float32Array,
  detector: Detector,
  { roi, inputSize }: DetectorWindow,
  net: ResizableNet,
  threshold: number,
): Promise<Detection[]> {
  const side = Math.max(inputSize.width, inputSize.height)
  const values = 4 + 2 * detector.keypoints
  const centres = anchorsOf(detector, inputSize)
  const outputs = await net(inputSize).run(input)
  const boxes = outputs.find(({ length }) => length === centres.length * values)
  const scores = outputs.find(({ length }) => length === centres.length)
  if (!boxes || !scores) throw new Error('The detector has other outputs than expected.')
  const minLogit = Math.log(threshold / (1 - threshold))
  const toPicture = roiTransform(roi)
  const confident: Detection[] = []
  const weak: Detection[] = []
  for (let index = 0; index < scores.length; index++) {
    if (scores[index]! < minLogit) continue
    const raw = boxes.subarray(index * values, (index + 1) * values)
    const point = (at: number): Point =>
      toPicture(raw[at]! / side + centres[index]!.x, raw[at + 1]! / side + centres[index]!.y)
    const score = sigmoid(scores[index]!)
    const detection = { ...decodeBox(raw, point, roi.side / side), score }
    // Kept apart, because weak candidates would shift the weighted means.
    if (score >= CONFIDENT_SCORE) confident.push(detection)
    else weak.push(detection)
  }
  const found = weightedNonMaximumSuppression(confident)
  const isNew = ({ box }: Detection): boolean => found.every((one) => !hasCentreIn(box, one.box))
  return [...found, ...weightedNonMaximumSuppression(weak).filter(isNew)]
}

/** Whether the centre of a box lies in another box. */
function hasCentreIn(box: Box, { left, top, width, height }: Box): boolean {
  const x = box.left + box.width / 2 - left
  const y = box.top + box.height / 2 - top
  return x > 0 && x < width && y > 0 && y < height
}

/** The anchors of each detector by input size; there are only a few sizes. */
const ANCHOR_CACHE = new WeakMap<Detector, Map<string, Point[]>>()

function anchorsOf(detector: Detector, inputSize: Size): Point[] {
  const known = ANCHOR_CACHE.get(detector) ?? new Map<string, Point[]>()
  ANCHOR_CACHE.set(detector, known)
  const name = `${inputSize.width} × ${inputSize.height}`
  const found = known.get(name) ?? ssdAnchors(inputSize, detector.strides, detector.perLayer)
  known.set(name, found)
  return found
}

/** The side of the cells whose contrast is measured, in input pixels: as large as the smallest detectable objects. */
const CONTRAST_CELL = 8

/**
 * A cell with less contrast, in levels of 0–255, shows nothing: a wall, the sky. Faces are found from five levels on.
 */
const MIN_CONTRAST = 4

/**
 * Whether no cell of the input has any contrast in its green channel. The outermost pixels are left out, since black
 * padding can darken them.
 */
function isFeatureless(
  input: Float32Array,
  { width, height }: Size,
  { low, high }: ValueRange,
): boolean {
  const least = (MIN_CONTRAST / 255) * (high - low)
  for (let top = 1; top < height - 1; top += CONTRAST_CELL) {
    const bottom = Math.min(height - 1, top + CONTRAST_CELL)
    for (let left = 1; left < width - 1; left += CONTRAST_CELL) {
      const right = Math.min(width - 1, left + CONTRAST_CELL)
      let darkest = high
      let lightest = low
      for (let y = top; y < bottom; y++) {
        for (let x = left, at = (y * width + x) * 3 + 1; x < right; x++, at += 3) {
          const value = input[at]!
          if (value < darkest) darkest = value
          if (value > lightest) lightest = value
        }
      }
      if (lightest - darkest >= least) return false
    }
  }
  return true
}

/**
 * Decodes the regression of one anchor: x and y of the box's centre, its width and height, then x and y of each
 * keypoint. Positions are offsets from the anchor in input pixels.
 * @param point the point of the picture for the two raw values at an index
 * @param scale source pixels to an input pixel
 */
function decodeBox(
  raw: Float32Array,
  point: (at: number) => Point,
  scale: number,
): Omit<Detection, 'score'> {
  const centre = point(0)
  const width = raw[2]! * scale
  const height = raw[3]! * scale
  const keypoints: Point[] = []
  for (let at = 4; at < raw.length; at += 2) keypoints.push(point(at))
  return {
    box: { left: centre.x - width / 2, top: centre.y - height / 2, width, height },
    keypoints,
  }
}
