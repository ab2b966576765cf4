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
  const outputs = await net.run(sampleSquare(pyramid, square, size, range))
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
