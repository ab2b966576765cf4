import type { Box, Point } from '../../raster/picture.ts'
import { ensureLevel, type Pyramid } from '../input/pyramid.ts'
import { type Roi, roiTransform } from '../input/roi.ts'
import { pyramidLevelFor, sampleRoi, type ValueRange } from '../input/sample-roi.ts'
import { withTensorBuffer } from '../input/tensor-pool.ts'
import type { InputSize, ResizableNet } from '../vision.ts'
import { sigmoid } from '../vision.ts'
import { ssdAnchors } from './anchors.ts'
import type { Detection } from './detection.ts'
import { weightedNonMaximumSuppression } from './non-maximum-suppression.ts'

/** An SSD detector of one kind of thing, for inputs of any size. */
export type Detector = {
  range: ValueRange
  /** Input pixels to a cell, by layer. */
  strides: readonly number[]
  /** Anchors that each layer puts into a cell. */
  perLayer: number
  /** How many points it gives beside the box. */
  keypoints: number
}

/**
 * From this score on a find counts: low, because the landmark networks tell real finds from others far better than the
 * detectors do. What has less is a mere trace, which tells where a closer look may be worth it.
 */
export const CONFIDENT_SCORE = 0.5

/** A square of the picture, and the network's input that shows its middle, as wide as its longer side. */
export type DetectorWindow = { roi: Roi; inputSize: InputSize }

/**
 * Looks for things inside one square of the picture. Boxes are upright in the picture, whatever the square's angle,
 * and as large as the detector drew them.
 * @param threshold lowest score that is told
 * @returns one candidate a thing, best first; traces of what is not found for sure come last
 */
export async function runDetector(
  detector: Detector,
  pyramid: Pyramid,
  look: DetectorWindow,
  net: ResizableNet,
  threshold: number,
): Promise<Detection[]> {
  const side = Math.max(look.inputSize.width, look.inputSize.height)
  await ensureLevel(pyramid, pyramidLevelFor(pyramid, look.roi.side / side))
  const { roi, inputSize } = look
  return await withTensorBuffer(inputSize.width * inputSize.height * 3, async (values) => {
    const input = sampleRoi(pyramid, roi, side, detector.range, inputSize, values)
    if (isFeatureless(input, inputSize, detector.range)) return []
    return await detectInTensor(input, detector, look, net, threshold)
  })
}

/** The same for an input that has been made already. */
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
  const least = Math.log(threshold / (1 - threshold))
  const place = roiTransform(roi)
  const sure: Detection[] = []
  const traces: Detection[] = []
  for (let index = 0; index < scores.length; index++) {
    if (scores[index]! < least) continue
    const raw = boxes.subarray(index * values, (index + 1) * values)
    const point = (at: number): Point =>
      place(raw[at]! / side + centres[index]!.x, raw[at + 1]! / side + centres[index]!.y)
    const score = sigmoid(scores[index]!)
    const candidate = { ...decodeBox(raw, point, roi.side / side), score }
    // Kept apart, so that traces do not move the boxes of what is found.
    if (score >= CONFIDENT_SCORE) sure.push(candidate)
    else traces.push(candidate)
  }
  const found = weightedNonMaximumSuppression(sure)
  const isNew = ({ box }: Detection): boolean => found.every((one) => !hasCentreIn(box, one.box))
  return [...found, ...weightedNonMaximumSuppression(traces).filter(isNew)]
}

/** Whether the middle of a box lies in another. */
function hasCentreIn(box: Box, { left, top, width, height }: Box): boolean {
  const x = box.left + box.width / 2 - left
  const y = box.top + box.height / 2 - top
  return x > 0 && x < width && y > 0 && y < height
}

/** Pictures have few shapes. */
const ANCHOR_CACHE = new WeakMap<Detector, Map<string, Point[]>>()

function anchorsOf(detector: Detector, inputSize: InputSize): Point[] {
  const known = ANCHOR_CACHE.get(detector) ?? new Map<string, Point[]>()
  ANCHOR_CACHE.set(detector, known)
  const name = `${inputSize.width} × ${inputSize.height}`
  const found = known.get(name) ?? ssdAnchors(inputSize, detector.strides, detector.perLayer)
  known.set(name, found)
  return found
}

/** Parts of the input that are compared with themselves, in pixels; the smallest things a detector knows are as large. */
const CONTRAST_CELL = 8

/** Less contrast than this anywhere, in levels of 255, shows nothing: a wall, the sky. Faces are found from five. */
const MIN_CONTRAST = 4

/** Whether there is nothing at all to see in the input, by its green; its rim may be darkened by what is outside. */
function isFeatureless(
  input: Float32Array,
  { width, height }: InputSize,
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
 * Raw values: centre x, y and width, height of the box, then the keypoints; input pixels off the anchor.
 * @param point the picture's, of two raw values from one on
 * @param scale picture pixels to an input pixel
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
