import type { Box, Point } from '../raster/picture.ts'
import { anchors } from './anchors.ts'
import { mergeOverlapping } from './merge-overlapping.ts'
import type { Pyramid } from './pyramid.ts'
import { sampleSquare } from './sample-square.ts'
import { sigmoid } from './sigmoid.ts'
import { fromSquare, type Square } from './square.ts'
import type { Net } from './vision.ts'

/** Where the detector believes a person is, in source pixels. */
export type PoseCandidate = {
  /** Around the head. */
  box: Box
  /** The middle of the hips, the end of the body's reach above it, the middle of the shoulders, and its reach. */
  keypoints: Point[]
  /** 0–1. */
  score: number
}

const SIZE = 224
const VALUES = 12
const ANCHORS = anchors(SIZE, [8, 16, 32, 32, 32])

/**
 * Looks for people inside one square of the picture. People much smaller than a fifth of its side are missed.
 * @param threshold lowest score that counts
 * @returns one candidate a person, best first
 */
export async function detectPoses(
  pyramid: Pyramid,
  square: Square,
  net: Net,
  threshold: number,
): Promise<PoseCandidate[]> {
  const outputs = await net.run(sampleSquare(pyramid, square, SIZE, { low: -1, high: 1 }))
  const boxes = outputs.find(({ length }) => length === ANCHORS.length * VALUES)
  const scores = outputs.find(({ length }) => length === ANCHORS.length)
  if (!boxes || !scores) throw new Error('The pose detector has other outputs than expected.')
  const candidates: PoseCandidate[] = []
  for (const [index, anchor] of ANCHORS.entries()) {
    const score = sigmoid(scores[index]!)
    if (score < threshold) continue
    const raw = boxes.subarray(index * VALUES, (index + 1) * VALUES)
    candidates.push({ ...decode(raw, anchor, square), score })
  }
  return mergeOverlapping(candidates)
}

/** Raw values: centre x, y and width, height of the box, then four keypoints; input pixels off the anchor. */
function decode(raw: Float32Array, anchor: Point, square: Square): Omit<PoseCandidate, 'score'> {
  const point = (at: number): Point =>
    fromSquare(square, raw[at]! / SIZE + anchor.x, raw[at + 1]! / SIZE + anchor.y)
  const centre = point(0)
  const width = (raw[2]! / SIZE) * square.side
  const height = (raw[3]! / SIZE) * square.side
  return {
    box: { left: centre.x - width / 2, top: centre.y - height / 2, width, height },
    keypoints: [point(4), point(6), point(8), point(10)],
  }
}
