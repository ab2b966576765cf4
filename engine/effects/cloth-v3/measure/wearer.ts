import { Fault } from '../../../../catalog/failures/fault.ts'
import { distance, midpoint, type Point } from '../../../geometry/point.ts'
import { sampleFading } from '../../../geometry/sample.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { findRegions, type PersonRegions } from '../../../regions/person/find-regions.ts'
import { renderRegions } from '../../../regions/person/render-regions.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import { BODY, type Body } from '../../../vision/bodies/body.ts'
import type { Face } from '../../../vision/faces/face.ts'
import type { Sides } from '../garment.ts'
import { IN_MASK, WEARER_FRONTAL, WEARER_UPRIGHT } from '../tuning.ts'
import { withBareArms } from './bare-arms.ts'
import { withHairOverCloth } from './hair-over-cloth.ts'
import type { TorsoAxes } from './torso-axes.ts'
import { withBareSkin } from './with-bare-skin.ts'
import { withHairBesideNeck } from './with-hair-beside-neck.ts'
import { withOpenGaps } from './with-open-gaps.ts'
import { withOwnColours } from './with-own-colours.ts'
import { withShadedRims } from './with-shaded-rims.ts'
import { withTracedArms } from './with-traced-arms.ts'
import { withoutFaintHair } from './without-faint-hair.ts'
import { withoutLooseCloth } from './without-loose-cloth.ts'
import { withoutMixedRims } from './without-mixed-rims.ts'

/** An arm or a leg by its joints, from the body outwards. */
export type Limb = readonly [Point, Point, Point]

/** The person to dress and the part of the picture they are in. */
export type Subject = {
  picture: Picture
  body: Body
  face: Face | undefined
  /** @default they are found without models of users */
  regions?: PersonRegions
}

/** Who is dressed: the person in a part of the picture. The side at the left of the picture stands first. */
export type Wearer = {
  picture: Picture
  body: Body
  face: Face | undefined
  regions: ByRegion<Mask>
  confidence: ByRegion<number>
  /** 1 where the edge of an arm was traced: skin there ends as the picture shows it. */
  traced: Uint8Array
  /** 1 where the wall shows between an arm and the trunk. */
  gaps: Uint8Array
  arms: Sides<Limb>
  legs: Sides<Limb>
  torso: TorsoAxes
}

/** @throws Fault `pose` for somebody who is turned away or leans far */
export function openWearer(
  picture: Picture,
  seen: Body,
  face: Face | undefined,
  found: PersonRegions = findRegions(picture, seen, face),
): Wearer {
  const at = (name: keyof typeof BODY): Point => seen.landmarks[BODY[name]]!
  const torso = torsoOf(at)
  const arms: Sides<Limb> = [
    [at('rightShoulder'), at('rightElbow'), at('rightWrist')],
    [at('leftShoulder'), at('leftElbow'), at('leftWrist')],
  ]
  const open = withOpenGaps(picture, renderRegions(picture, [found]), {
    mask: seen.mask,
    arms,
    torso,
  })
  const own = open.regions
  const body: Body = { ...seen, mask: open.mask }
  // A face that is seen tells where its hair is.
  const told = face
    ? own
    : withHairBesideNeck(picture, own, { mask: body.mask, torso, nose: at('nose') })
  const rendered = withoutFaintHair(
    picture,
    withHairOverCloth(picture, told, torso.shoulders),
    torso.shoulders,
  )
  const skin = withBareSkin(picture, rendered, torso)
  const bare = withBareArms(picture, skin, {
    mask: body.mask,
    arms,
    shoulders: torso.shoulders,
  })
  const whole = withoutLooseCloth(picture, bare, arms, torso)
  const pure = withoutMixedRims(
    picture,
    withOwnColours(picture, whole, { mask: body.mask, arms, torso }),
    { mask: body.mask, shoulders: torso.shoulders },
  )
  // Pieces that came apart by their colours are no more of the top than others.
  const joined = withoutLooseCloth(picture, pure, arms, torso)
  const shaded = withShadedRims(picture, joined, arms, torso)
  const traced = withTracedArms(picture, shaded, { mask: body.mask, arms, torso }, open.gaps)
  return {
    picture,
    body,
    face,
    torso,
    arms,
    ...traced,
    gaps: open.gaps,
    confidence: found.confidence,
    legs: [
      [at('rightHip'), at('rightKnee'), at('rightAnkle')],
      [at('leftHip'), at('leftKnee'), at('leftAnkle')],
    ],
  }
}

function torsoOf(at: (name: keyof typeof BODY) => Point): TorsoAxes {
  const [left, right] = [at('rightShoulder'), at('leftShoulder')]
  const hips = midpoint(at('rightHip'), at('leftHip'))
  const origin = midpoint(left, right)
  const length = distance(origin, hips)
  const down = { x: (hips.x - origin.x) / length, y: (hips.y - origin.y) / length }
  const across = { x: down.y, y: -down.x }
  const shoulders = (right.x - left.x) * across.x + (right.y - left.y) * across.y
  if (shoulders < WEARER_FRONTAL * length) {
    throw new Fault(
      'pose',
      'The person is turned away. Somebody who faces the camera, or nearly so, can be dressed.',
    )
  }
  if (Math.abs(down.x) > WEARER_UPRIGHT) {
    throw new Fault(
      'pose',
      'The person leans far. Somebody who stands or sits upright can be dressed.',
    )
  }
  return { origin, right: across, down, shoulders, length }
}

/** The value of a mask at a point, 0–255; 0 outside. */
export function maskLevelAt({ width, height, data }: Mask, { x, y }: Point): number {
  const [column, row] = [Math.floor(x), Math.floor(y)]
  if (column < 0 || row < 0 || column >= width || row >= height) return 0
  return data[row * width + column]!
}

/**
 * How far one has to go until a mask ends, to a fraction of a pixel.
 * @param pointAt the point at a distance, in pixels @returns undefined where it goes on
 */
export function distanceToMaskEnd(
  mask: Mask,
  pointAt: (d: number) => Point,
  { from, most }: { from: number; most: number },
): number | undefined {
  let before = 255
  for (let d = from; d < most; d++) {
    const { x, y } = pointAt(d)
    const value = sampleFading(mask.data, mask, x - 0.5, y - 0.5)
    if (value < IN_MASK) return d === from ? d : d - (IN_MASK - value) / Math.max(1, before - value)
    before = value
  }
  return undefined
}
