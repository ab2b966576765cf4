import type { Point } from '../raster/picture.ts'
import type { Candidate } from './candidate.ts'
import { mergeOverlapping } from './merge-overlapping.ts'
import type { Pyramid } from './pyramid.ts'
import { type Range, sampleSquare } from './sample-square.ts'
import { sigmoid } from './sigmoid.ts'
import { fromSquare, type Square } from './square.ts'
import type { Net } from './vision.ts'

/** An SSD detector of one kind of thing. */
export type Detector = {
  /** Pixels of the input's side. */
  size: number
  range: Range
  anchors: readonly Point[]
  /** How many points it gives beside the box. */
  keypoints: number
}

/**
 * Looks for things inside one square of the picture. Boxes are upright in the picture, whatever the square's angle,
 * and as large as the detector drew them.
 * @param threshold lowest score that counts
 * @returns one candidate a thing, best first
 */
export async function runDetector(
  detector: Detector,
  pyramid: Pyramid,
  square: Square,
  net: Net,
  threshold: number,
): Promise<Candidate[]> {
  const { size, range, anchors, keypoints } = detector
  const values = 4 + 2 * keypoints
  const input = sampleSquare(pyramid, square, size, range)
  if (isPlain(input, size, range)) return []
  const outputs = await net.run(input)
  const boxes = outputs.find(({ length }) => length === anchors.length * values)
  const scores = outputs.find(({ length }) => length === anchors.length)
  if (!boxes || !scores) throw new Error('The detector has other outputs than expected.')
  const candidates: Candidate[] = []
  for (const [index, anchor] of anchors.entries()) {
    const score = sigmoid(scores[index]!)
    if (score < threshold) continue
    const raw = boxes.subarray(index * values, (index + 1) * values)
    candidates.push({ ...decode(raw, anchor, size, square), score })
  }
  return mergeOverlapping(candidates)
}

/** Parts of the input that are compared with themselves, in pixels; the smallest things a detector knows are as large. */
const PART = 8

/** Less contrast than this anywhere, in levels of 255, shows nothing: a wall, the sky. Faces are found from five. */
const CONTRAST = 4

/** Whether there is nothing at all to see in the input, by its green; its rim may be darkened by what is outside. */
function isPlain(input: Float32Array, size: number, { low, high }: Range): boolean {
  const least = (CONTRAST / 255) * (high - low)
  for (let top = 1; top < size - 1; top += PART) {
    const bottom = Math.min(size - 1, top + PART)
    for (let left = 1; left < size - 1; left += PART) {
      const right = Math.min(size - 1, left + PART)
      let darkest = high
      let lightest = low
      for (let y = top; y < bottom; y++) {
        for (let x = left, at = (y * size + x) * 3 + 1; x < right; x++, at += 3) {
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

/** Raw values: centre x, y and width, height of the box, then the keypoints; input pixels off the anchor. */
function decode(
  raw: Float32Array,
  anchor: Point,
  size: number,
  square: Square,
): Omit<Candidate, 'score'> {
  const point = (at: number): Point =>
    fromSquare(square, raw[at]! / size + anchor.x, raw[at + 1]! / size + anchor.y)
  const centre = point(0)
  const width = (raw[2]! / size) * square.side
  const height = (raw[3]! / size) * square.side
  const keypoints: Point[] = []
  for (let at = 4; at < raw.length; at += 2) keypoints.push(point(at))
  return {
    box: { left: centre.x - width / 2, top: centre.y - height / 2, width, height },
    keypoints,
  }
}
