import type { Picture } from '../../raster/picture.ts'
import { boundingBox, leftToRight } from '../boxes.ts'
import { detectInTiles } from '../detection/detect-in-tiles.ts'
import type { Detection } from '../detection/detection.ts'
import type { Detector } from '../detection/run-detector.ts'
import { buildPyramid, type Pyramid } from '../input/pyramid.ts'
import type { Nets } from '../vision.ts'
import { estimateHand } from './estimate-hand.ts'
import type { Hand } from './hand.ts'
import { roiOfHand, roiOfPalm } from './hand-roi.ts'

/** The networks that hands need. */
export type HandNets = Pick<Nets, 'palmDetection' | 'handLandmark'>

const DETECTOR: Detector = {
  range: { low: 0, high: 1 },
  strides: [8, 16, 16, 16],
  perLayer: 2,
  keypoints: 7,
}

/** Input pixels along the picture's longer side. */
const PASS_PIXELS = [192, 384]

/** Feet and folds that the detector takes for palms have less than half. */
const MIN_PRESENCE = 0.5

/** Closer than this, as a share of the larger one's size, two sets of landmarks are one hand's. */
const SAME = 0.2

/** A hand that takes up this much of the longer side means that nobody's whole body is shown: no search for small ones. */
const LARGE = 1 / 5

/** Bounds the time a crowd can take. */
const MAX_HANDS = 40

/**
 * Finds the hands of a picture, down to about a twentieth of its longer side.
 *
 * The order is stable, an index into it names a hand: from left to right by the centre of their boxes, of two with
 * the same centre the upper first.
 * @param checkpoint called between steps of some ten milliseconds; what it throws ends the search
 */
export async function detectHands(
  picture: Picture,
  vision: HandNets,
  checkpoint: () => Promise<void> = async () => {},
): Promise<Hand[]> {
  const pyramid = buildPyramid(picture)
  const hands: Hand[] = []
  const known: Detection[] = []
  for (const pixels of PASS_PIXELS) {
    const sizes = hands.map(({ box }) => Math.max(box.width, box.height))
    if (Math.max(0, ...sizes) > LARGE * Math.max(picture.width, picture.height)) break
    const search = { pixels, known }
    const net = vision.palmDetection
    for (const palm of await detectInTiles(DETECTOR, pyramid, net, checkpoint, search)) {
      if (hands.length === MAX_HANDS) break
      await checkpoint()
      const hand = await verifyHand(palm, pyramid, vision)
      if (!hand || hands.some((other) => isSame(other, hand))) continue
      hands.push(hand)
      known.push(palm)
    }
  }
  return hands.toSorted(leftToRight)
}

/** Looks at the palm's square, then at the landmarks' own, which fits better. Undefined when it is no hand. */
async function verifyHand(
  palm: Detection,
  pyramid: Pyramid,
  { handLandmark }: HandNets,
): Promise<Hand | undefined> {
  const first = await estimateHand(pyramid, roiOfPalm(palm), handLandmark)
  if (first.presence < MIN_PRESENCE) return undefined
  const { presence, right, landmarks } = await estimateHand(
    pyramid,
    roiOfHand(first.landmarks),
    handLandmark,
  )
  if (presence < MIN_PRESENCE) return undefined
  return {
    box: boundingBox(landmarks),
    score: presence,
    side: right > 0.5 ? 'right' : 'left',
    sideScore: Math.max(right, 1 - right),
    landmarks,
  }
}

function isSame(a: Hand, b: Hand): boolean {
  const apart = a.landmarks.reduce(
    (sum, { x, y }, at) => sum + Math.hypot(x - b.landmarks[at]!.x, y - b.landmarks[at]!.y),
    0,
  )
  const size = Math.max(a.box.width, a.box.height, b.box.width, b.box.height)
  return apart / a.landmarks.length < SAME * size
}
