import { distance } from '../../../engine/geometry/point.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { HAND, type Hand } from '../../../engine/vision/hands/hand.ts'
import { isGood, type Lack, nothingSeen, type Verdict } from './verdict.ts'

/** What was found in a frame, cropped as the picture would be; the largest hand first. */
export type SeenHands = { picture: Picture; hands: readonly Hand[] }

/** What a mode asks of a hand. */
export type HandNeeds = {
  /** The least share of the picture's shorter side that the longer side of the hand's box has, 0–1. */
  size: number
}

/** What a mode asks beyond a hand with its fingers stretched. */
export type MoreOfHand = (seen: SeenHands) => Lack | undefined

/** By how much a hand that is not good yet has to be larger and further inside. */
const ENTRY = 0.02

/** Luma from which a hand's skin shows its detail, 0–1, and from which light is good. */
const LIGHT = { ok: 0.2, good: 0.35 } as const

/** Landmarks at which the back of a hand shows skin: between wrist and knuckles. */
const SKIN = [0, 5, 9, 13, 17] as const

const FINGERS = [HAND.index, HAND.middle, HAND.ring, HAND.little] as const

/** The distance of a thumb's tip from the little finger's knuckle, in that of its own joint. */
const THUMB_SEEN = 0.85

/** Judges the largest hand of a frame. */
export function judgeHand(
  seen: SeenHands,
  { size }: HandNeeds,
  more: MoreOfHand | undefined,
  before: Verdict | undefined,
): Verdict {
  const { picture, hands } = seen
  const [hand] = hands
  if (!hand) return nothingSeen('showHand')
  const slack = !before || !isGood(before) ? ENTRY : 0
  const { width, height } = picture
  const { box } = hand
  const inside =
    box.left >= slack * width &&
    box.top >= slack * height &&
    box.left + box.width <= (1 - slack) * width &&
    box.top + box.height <= (1 - slack) * height
  const share = Math.max(box.width, box.height) / Math.min(width, height)
  const luma = handLuma(picture, hand)
  const small = share < size + slack
  const lack: Lack | undefined =
    (inside ? undefined : { of: 'position', instruction: 'centre' }) ??
    (small ? { of: 'position', instruction: 'closer' } : undefined) ??
    (showsBack(hand) ? undefined : { of: 'frontal', instruction: 'backOfHand' }) ??
    (fingersShown(hand) === 5 ? undefined : { of: 'frontal', instruction: 'spreadFingers' }) ??
    (luma >= LIGHT.ok ? undefined : { of: 'lighting', instruction: 'moreLight' }) ??
    more?.(seen)
  return {
    hasFace: true,
    position: positionOf(inside, small, lack),
    frontal: lack?.of === 'frontal' ? 'notgood' : 'good',
    lighting: luma < LIGHT.ok ? 'notgood' : luma < LIGHT.good ? 'ok' : 'good',
    instruction: lack?.instruction,
    several: hands.length > 1,
  }
}

function positionOf(inside: boolean, small: boolean, lack: Lack | undefined): Verdict['position'] {
  if (!inside) return 'outofboundary'
  if (small) return 'toosmall'
  return lack?.of === 'position' ? 'notgood' : 'good'
}

/**
 * Whether the back of a hand is seen: seen from the back with the fingers up, the thumb of a left hand is on the right.
 * The sign of the cross product of wrist-to-index and wrist-to-little tells the side the knuckles run to.
 */
export function showsBack({ landmarks, side }: Hand): boolean {
  const wrist = landmarks[HAND.wrist]!
  const index = landmarks[HAND.index[0]]!
  const little = landmarks[HAND.little[0]]!
  const cross =
    (index.x - wrist.x) * (little.y - wrist.y) - (index.y - wrist.y) * (little.x - wrist.x)
  return side === 'left' ? cross < 0 : cross > 0
}

/** How many fingers are stretched out, the thumb included: their tips are further from the wrist than their joints. */
export function fingersShown({ landmarks }: Hand): number {
  const wrist = landmarks[HAND.wrist]!
  const from = (at: number) => distance(landmarks[at]!, wrist)
  const stretched = FINGERS.filter(([, joint, , tip]) => from(tip) > 1.1 * from(joint)).length
  const little = landmarks[HAND.little[0]]!
  const [, knuckle, , tip] = HAND.thumb
  // Laid across the palm it comes much nearer to the little finger than its own joint; beside the palm it is seen.
  const thumb =
    distance(landmarks[tip]!, little) > THUMB_SEEN * distance(landmarks[knuckle]!, little)
  return stretched + (thumb ? 1 : 0)
}

/** The mean luma (ITU-R BT.601) of the hand's skin, 0–1. */
function handLuma({ width, height, data }: Picture, { landmarks }: Hand): number {
  let sum = 0
  let count = 0
  for (const index of SKIN) {
    const column = Math.round(landmarks[index]!.x)
    const row = Math.round(landmarks[index]!.y)
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    const at = (row * width + column) * 4
    sum += (0.299 * data[at]! + 0.587 * data[at + 1]! + 0.114 * data[at + 2]!) / 255
    count += 1
  }
  return count === 0 ? 0 : sum / count
}
