import type { Picture } from '../raster/picture.ts'
import type { Candidate } from './candidate.ts'
import { findInTiles } from './find-in-tiles.ts'
import type { Hand } from './hand.ts'
import { squareOfHand, squareOfPalm } from './hands/hand-square.ts'
import { readHand } from './hands/read-hand.ts'
import { leftToRight } from './left-to-right.ts'
import { pointBox } from './point-box.ts'
import { buildPyramid, type Pyramid } from './pyramid.ts'
import type { Detector } from './run-detector.ts'
import type { Nets } from './vision.ts'

/** The networks that hands need. */
export type HandNets = Pick<Nets, 'palmDetection' | 'handLandmark'>

const DETECTOR: Detector = {
  range: { low: 0, high: 1 },
  strides: [8, 16, 16, 16],
  perLayer: 2,
  keypoints: 7,
}

/** Input pixels along the picture's longer side. */
const LOOKS = [192, 384]

/** Feet and folds that the detector takes for palms have less than half. */
const PRESENCE = 0.5

/** Closer than this, as a share of the larger one's size, two sets of landmarks are one hand's. */
const SAME = 0.2

/** A hand that takes up this much of the longer side means that nobody's whole body is shown: no search for small ones. */
const LARGE = 1 / 5

/** Bounds the time a crowd can take. */
const MOST_HANDS = 40

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
  const known: Candidate[] = []
  for (const pixels of LOOKS) {
    const sizes = hands.map(({ box }) => Math.max(box.width, box.height))
    if (Math.max(0, ...sizes) > LARGE * Math.max(picture.width, picture.height)) break
    const search = { pixels, known }
    const net = vision.palmDetection
    for (const palm of await findInTiles(DETECTOR, pyramid, net, checkpoint, search)) {
      if (hands.length === MOST_HANDS) break
      await checkpoint()
      const hand = await lookAtHand(palm, pyramid, vision)
      if (!hand || hands.some((other) => isSame(other, hand))) continue
      hands.push(hand)
      known.push(palm)
    }
  }
  return hands.toSorted(leftToRight)
}

/** Looks at the palm's square, then at the landmarks' own, which fits better. Undefined when it is no hand. */
async function lookAtHand(
  palm: Candidate,
  pyramid: Pyramid,
  { handLandmark }: HandNets,
): Promise<Hand | undefined> {
  const first = await readHand(pyramid, squareOfPalm(palm), handLandmark)
  if (first.presence < PRESENCE) return undefined
  const { presence, right, landmarks } = await readHand(
    pyramid,
    squareOfHand(first.landmarks),
    handLandmark,
  )
  if (presence < PRESENCE) return undefined
  return {
    box: pointBox(landmarks),
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
