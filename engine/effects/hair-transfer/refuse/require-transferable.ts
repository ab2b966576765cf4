import { Fault } from '../../../../catalog/failures/fault.ts'
import type { FileRole } from '../../../../catalog/failures/file-role.ts'
import { requirePose } from '../../../face/pose-rule.ts'
import { smallFace } from '../../../face/small-face.ts'
import { MIN_INSIDE } from '../../../face/tuning.ts'
import type { Picture } from '../../../raster/picture.ts'
import type { Face, HeadPose } from '../../../vision/faces/face.ts'
import { hairlineAlong } from '../head/hairline-along.ts'
import { type Head, headFrame, headToPixel, pixelToHead } from '../head/head.ts'
import type { HairLayer } from '../reference/place-hair.ts'
import {
  BELOW_CHIN,
  CUT_BELOW,
  HAIR_SHARES,
  HAIRLINE_RAYS,
  LEAST_TAKEN,
  MAX_ANGLE,
  MAX_APART,
  MAX_ASLANT,
  MAX_CUT,
  MAX_CUT_OFF,
  MAX_ENLARGED,
  MAX_INVENTED,
  MAX_UNEVEN,
  MIN_FACE,
  MOST_CUT_EAR,
  TRANSFER_CLEAR,
  TRANSFER_LONG,
  TRANSFER_SECOND,
  TRANSFER_SOLID,
  TRANSFER_TORN,
  TRANSFER_UNCLEAR,
  TRANSFER_UNTOLD,
} from '../tuning.ts'
import type { Uncovered } from '../uncover/bare-head.ts'

const WHO = { src: 'The person', ref: 'The person of the reference' } as const

/**
 * The one face of a picture that hair is put on or taken from.
 * @throws Fault `target`, `several`, `small-face`, `cut-face`, `turned-face`, `hidden-face` or `shoulders`
 */
export function requireHead(picture: Picture, faces: readonly Face[], role: FileRole): Face {
  const at = { role }
  const [face, second] = faces.toSorted((p, q) => q.box.width - p.box.width)
  const where = role === 'ref' ? 'the reference' : 'the picture'
  if (!face) throw new Fault('target', `No face was found in ${where}.`, at)
  if (second && second.box.width > TRANSFER_SECOND * face.box.width) {
    throw new Fault('several', `There is more than one person in ${where}; show one alone.`, at)
  }
  if (face.quality.inside < MIN_INSIDE) {
    throw new Fault('cut-face', `The face is partly outside ${where}.`, at)
  }
  if (face.box.width < MIN_FACE) {
    const told = { subject: `The face in ${where}`, role }
    throw smallFace({ pixels: face.box.width }, { pixels: MIN_FACE }, told)
  }
  requirePose(face.pose, MAX_ANGLE, {
    subject: role === 'ref' ? 'The reference’s face' : 'The face',
    role,
  })
  const hidden = face.quality.covered.filter((part) => part !== 'forehead')
  if (hidden.length > 1) {
    throw new Fault(
      'hidden-face',
      `${WHO[role === 'ref' ? 'ref' : 'src']}’s face is partly covered.`,
      at,
    )
  }
  const frame = headFrame(face)
  const shoulders = headToPixel(frame, 0, -frame.chin - BELOW_CHIN[role === 'ref' ? 'ref' : 'src'])
  if (shoulders.y > picture.height) {
    throw new Fault('shoulders', `The shoulders are not in ${where}; show the chest too.`, at)
  }
  return face
}

/**
 * Whether hair can be taken from a reference.
 * @throws Fault `short-hair`, `hidden-face`, `shoulders` or `pose`
 */
export function requireHair(reference: Head): void {
  const { solid, area, cut, lines, lowest } = measureHair(reference)
  const at = { role: 'ref' } as const
  if (area < LEAST_TAKEN) {
    throw new Fault(
      'short-hair',
      'The reference’s hair is too short or too little shows of it.',
      at,
    )
  }
  if (cut > MAX_CUT_OFF) {
    throw new Fault(
      'pose',
      'The reference’s hair is cut by the edge of the picture above the chin; show all of it down to there.',
      at,
    )
  }
  const { hair, regions } = reference
  const isLong = Math.min(lowest.left, lowest.right) < TRANSFER_LONG
  // A beard cannot be told from the long hair beside it.
  const isTorn = isOneSided({ lowest }) || (isLong && hair.hasBeard)
  if (
    isTorn ||
    hair.unclearFringe ||
    hair.doubt > TRANSFER_UNCLEAR ||
    (!isClear(hair) && regions.confidence.hair < TRANSFER_UNTOLD.confidence) ||
    solid < (isClear(hair) ? TRANSFER_CLEAR.solid : TRANSFER_SOLID) ||
    lines < HAIRLINE_RAYS.least
  ) {
    throw new Fault(
      'hidden-face',
      'The reference’s hair cannot be told from what is around it; a plain background of another colour and an ' +
        'uncovered hairline help.',
      at,
    )
  }
}

/**
 * Whether what new hair leaves of a wearer's own hair can be told from what is around it, so that it can come off.
 * @param cover the share of each pixel that the new hair hides
 * @throws Fault `hidden-face`
 */
export function requireToldHair(head: Head, cover: Float32Array): void {
  const { hair, regions, frame } = head
  if (!hair.alpha.some((share) => share > 0.5)) return
  let [left, shown] = [0, 0]
  for (let at = 0; at < cover.length; at++) {
    left += hair.unsure[at]! * (1 - cover[at]!)
    shown += hair.alpha[at]! * (1 - cover[at]!)
  }
  const isCovered = (left + shown) / frame.faceWidth ** 2 < TRANSFER_TORN.covered
  const measured = measureHair(head)
  const isTorn =
    !isCovered && hair.doubt > TRANSFER_TORN.doubt && measured.solid < TRANSFER_TORN.solid
  // The less surely hair was told from the rest, the less of it may stay.
  const most = Math.min(TRANSFER_UNTOLD.area, TRANSFER_UNTOLD.sure * regions.confidence.hair)
  const isTold =
    !isTorn && (hair.doubt < TRANSFER_UNTOLD.share || left / frame.faceWidth ** 2 < most)
  // Hair of the skin's colour need not be told where the new hair covers it.
  const isSure =
    isClear(hair) ||
    regions.confidence.hair >= TRANSFER_UNTOLD.confidence ||
    shown / frame.faceWidth ** 2 < TRANSFER_UNTOLD.area
  if (isTold && isSure && !hair.unclearFringe && !isOneSided(measured)) return
  throw new Fault(
    'hidden-face',
    'The person’s own hair cannot be told from face and background; a plain background of another colour helps.',
    { role: 'src' },
  )
}

/** Whether long hair was told on one side and lost on the other. */
function isOneSided({ lowest }: Pick<ReturnType<typeof measureHair>, 'lowest'>): boolean {
  const isLong = Math.min(lowest.left, lowest.right) < TRANSFER_LONG
  return isLong && Math.abs(lowest.left - lowest.right) > MAX_UNEVEN
}

/** Whether hair is told all along its edge. */
function isClear({ doubt }: Head['hair']): boolean {
  return doubt <= TRANSFER_CLEAR.doubt
}

/** Measures of a head's hair. */
function measureHair({ hair, frame, face, picture, regions, ...rest }: Head) {
  const { width, height, alpha } = hair
  const { area: within } = regions.grid
  const [right, bottom] = [within.left + within.width - 1, within.top + within.height - 1]
  let [some, full] = [0, 0]
  let cut = 0
  const lowest = { left: 0, right: 0 }
  for (let y = within.top; y <= bottom; y++) {
    for (let x = within.left; x <= right; x++) {
      const share = alpha[y * width + x]!
      if (share > HAIR_SHARES.some) some++
      if (share > HAIR_SHARES.full) full++
      if (share < HAIR_SHARES.shown) continue
      const { u, v } = pixelToHead(frame, x, y)
      if (u < 0) lowest.left = Math.min(lowest.left, v)
      else lowest.right = Math.min(lowest.right, v)
      const isAtFrame = x === within.left || x === right || y === within.top || y === bottom
      if (isAtFrame && v > -frame.chin - CUT_BELOW) cut++
    }
  }
  const lines = HAIRLINE_RAYS.degrees.filter((angle) =>
    hairlineAlong({ hair, frame, face, picture, regions, ...rest }, angle),
  )
  return {
    solid: full / Math.max(1, some),
    area: full / frame.faceWidth ** 2,
    cut: cut / frame.faceWidth,
    lines: lines.length,
    lowest,
    height,
  }
}

/**
 * Whether two heads are alike enough for the hair of one to be laid on the other.
 * @throws Fault `turned-face` or `small-face`
 */
export function requireAlike(wearer: Head, reference: Head): void {
  const apartBy = (angle: keyof HeadPose): number =>
    Math.abs(wearer.face.pose[angle] - reference.face.pose[angle])
  for (const angle of ['yaw', 'pitch'] as const) {
    const apart = apartBy(angle)
    if (apart <= MAX_APART[angle]) continue
    throw new Fault(
      'turned-face',
      `The two heads are turned ${upToTenth(apart)}° apart (${angle}); at most ${MAX_APART[angle]}° are allowed.`,
      { role: 'ref' },
    )
  }
  const { lowest } = measureHair(reference)
  if (apartBy('roll') > MAX_ASLANT && Math.min(lowest.left, lowest.right) < TRANSFER_LONG) {
    throw new Fault(
      'turned-face',
      `The two heads are tilted ${upToTenth(apartBy('roll'))}° apart (roll), and the reference’s long hair would hang ` +
        `aslant; at most ${MAX_ASLANT}° are allowed.`,
      { role: 'ref' },
    )
  }
  const enlarged = wearer.frame.faceWidth / reference.frame.faceWidth
  if (enlarged <= MAX_ENLARGED) return
  throw new Fault(
    'small-face',
    `The reference’s face is ${Math.round(reference.frame.faceWidth)} pixels wide; for this picture at least ` +
      `${Math.ceil(wearer.frame.faceWidth / MAX_ENLARGED)} are needed.`,
    { role: 'ref' },
  )
}

/** A number of degrees upwards to a tenth, so that it never reads as within its limit. */
function upToTenth(degrees: number): number {
  return Math.ceil(10 * degrees) / 10
}

/** Whether more of what the old hair hides would have to be invented than the engine does well. */
export function hidesTooMuch({ areas, cutEar }: Uncovered): boolean {
  const isTooLarge = (['ground', 'skin', 'ear', 'body'] as const).some(
    (kind) => areas[kind] > MAX_INVENTED[kind],
  )
  return isTooLarge || cutEar > MOST_CUT_EAR
}

/** @throws Fault `short-hair` for hair that leaves too much of the old one to be invented */
export function refuseShorter(): never {
  throw new Fault(
    'short-hair',
    'The new hair is shorter or narrower than the person’s own: ears, neck or clothes behind it would have to be ' +
      'invented, which takes a generator. Hair that is as long as the person’s own works.',
  )
}

/**
 * Whether there is room for new hair in the picture.
 * @throws Fault `pose`
 */
export function requireRoom({ frame }: Head, { width, height, alpha }: HairLayer): void {
  let cut = 0
  for (let x = 0; x < width; x++) if (alpha[x]! > HAIR_SHARES.shown) cut++
  for (let y = 0; y < height; y++) {
    for (const x of [0, width - 1]) {
      // Below the chin long hair leaves many portraits.
      if (
        alpha[y * width + x]! > HAIR_SHARES.shown &&
        pixelToHead(frame, x, y).v > -frame.chin - CUT_BELOW
      )
        cut++
    }
  }
  if (cut <= MAX_CUT * frame.faceWidth) return
  throw new Fault('pose', 'There is too little room around the head for the new hair.')
}
