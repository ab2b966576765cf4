import { boundingBox } from '../../geometry/bounding-box.ts'
import type { Picture } from '../../raster/picture.ts'
import { detectInTiles } from '../detection/detect-in-tiles.ts'
import type { Detection } from '../detection/detection.ts'
import type { Detector } from '../detection/run-detector.ts'
import { buildPyramid, type Pyramid } from '../input/pyramid.ts'
import { leftToRight } from '../left-to-right.ts'
import { HAND_PRESENCE, SAME_HAND_DISTANCE } from '../tuning.ts'
import type { Nets } from '../vision.ts'
import { estimateHand } from './estimate-hand.ts'
import type { Hand } from './hand.ts'
import { roiOfHand, roiOfPalm } from './hand-roi.ts'

/** The networks that hands need. */
export type HandNets = Pick<Nets, 'palmDetection' | 'handLandmark'>

/** MediaPipe's palm detector, with the anchors of its graph config. */
const PALM_DETECTOR: Detector = {
  range: { low: 0, high: 1 },
  strides: [8, 16, 16, 16],
  perLayer: 2,
  keypoints: 7,
}

/** Input pixels along the picture's longer side in each pass. */
const PASS_PIXELS = [192, 384]

/** When a hand is larger than this share of the longer side, nobody is shown whole: no small hands are searched. */
const MAX_FOR_MORE_PASSES = 1 / 5

/** Bounds the time for a crowd. */
const MAX_HANDS = 40

/**
 * Finds the hands of a picture, down to about a twentieth of its longer side.
 *
 * The order is stable, because an index into it names a hand: from left to right by the centres of the boxes, and of
 * two with the same centre the upper one first.
 * @param picture or its pyramid, whose pending levels are loaded only where a hand is small
 * @param checkpoint called between steps of some ten milliseconds; what it throws ends the search
 */
export async function detectHands(
  picture: Picture | Pyramid,
  vision: HandNets,
  checkpoint: () => Promise<void> = async () => {},
): Promise<Hand[]> {
  const pyramid = 'data' in picture ? buildPyramid(picture) : picture
  const longSide = Math.max(pyramid[0].width, pyramid[0].height)
  const hands: Hand[] = []
  const known: Detection[] = []
  for (const pixels of PASS_PIXELS) {
    const sizes = hands.map(({ box }) => Math.max(box.width, box.height))
    if (Math.max(0, ...sizes) > MAX_FOR_MORE_PASSES * longSide) break
    const search = { pixels, known }
    const net = vision.palmDetection
    for (const palm of await detectInTiles(PALM_DETECTOR, pyramid, net, checkpoint, search)) {
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

/**
 * Estimates the hand of a detected palm, and again in the region of its own landmarks, which fits better.
 * @returns undefined when the detection is no hand
 */
async function verifyHand(
  palm: Detection,
  pyramid: Pyramid,
  { handLandmark }: HandNets,
): Promise<Hand | undefined> {
  const first = await estimateHand(pyramid, roiOfPalm(palm), handLandmark)
  if (first.presence < HAND_PRESENCE) return undefined
  const { presence, right, landmarks } = await estimateHand(
    pyramid,
    roiOfHand(first.landmarks),
    handLandmark,
  )
  if (presence < HAND_PRESENCE) return undefined
  return {
    box: boundingBox(landmarks),
    score: presence,
    side: right > 1 / 2 ? 'right' : 'left',
    sideScore: Math.max(right, 1 - right),
    landmarks,
  }
}

/** Whether two sets of landmarks are of the same hand. */
function isSame(a: Hand, b: Hand): boolean {
  const apart = a.landmarks.reduce(
    (sum, { x, y }, at) => sum + Math.hypot(x - b.landmarks[at]!.x, y - b.landmarks[at]!.y),
    0,
  )
  const size = Math.max(a.box.width, a.box.height, b.box.width, b.box.height)
  return apart / a.landmarks.length < SAME_HAND_DISTANCE * size
}
