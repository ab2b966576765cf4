import { FACE } from '../../vision/faces/face.ts'
import { type ByRegion, byRegion } from '../region-names.ts'
import {
  BESIDE_ARM,
  PERSON_SHARE,
  REGION_SEEDS_FACE,
  REGION_SEEDS_FOOT,
  REGION_SEEDS_HAIR,
  REGION_SEEDS_HEAD,
  REGION_SEEDS_LIKE_SKIN,
  REGION_SEEDS_LIMB,
  REGION_SEEDS_NECK,
  REGION_SEEDS_SKIN,
  REGION_SEEDS_TROUSERS,
  REGION_SEEDS_TRUNK,
  REGION_SEEDS_UNSEEN_FACE,
} from '../tuning.ts'
import type { BodyCoordinates } from './body-coordinates.ts'
import type { PersonGrid } from './person-grid.ts'
import { skinDistance } from './skin-distance.ts'

/** Landmarks on bare skin: cheeks, forehead, nose, chin. */
const FACE_SKIN = [425, 205, 280, 50, 151, 9, 4, 194, 418, 108, 337, 101, 330, 199]

/** The pixels that by their place alone are most likely of each region, before any colour is known. */
export function regionSeeds(grid: PersonGrid, places: BodyCoordinates): ByRegion<number[]> {
  const seeds = byRegion((): number[] => [])
  seeds['face-skin'] = faceSeeds(grid, places)
  const fromSkin = skinDistance(grid.lab, seeds['face-skin'])
  const isLikeSkin = (i: number): boolean => fromSkin(i) < REGION_SEEDS_LIKE_SKIN
  for (let i = 0; i < grid.person.length; i++) {
    if (grid.person[i]! < PERSON_SHARE.inside) continue
    const name = seedAt(places, i)
    if (!name) continue
    if (name === 'limb') {
      if (isLikeSkin(i)) seeds['body-skin'].push(i)
    } else if (!isLikeSkin(i)) seeds[name].push(i)
  }
  // Neck and hands may be hidden: the face has the body's skin, too.
  if (seeds['body-skin'].length < REGION_SEEDS_SKIN) seeds['body-skin'].push(...seeds['face-skin'])
  return seeds
}

type Seeded = 'hair' | 'upper-garment' | 'lower-garment' | 'shoes' | 'limb'

function seedAt(places: BodyCoordinates, i: number): Seeded | undefined {
  const [down, below, beside] = [places.down[i]!, places.belowChin[i]!, places.besideHead[i]!]
  if (places.inFace[i]! > 0) return undefined
  if (isAbove(REGION_SEEDS_HAIR, below, beside)) return 'hair'
  if (isAbove(REGION_SEEDS_HEAD, below, beside)) return undefined
  // Above the instep it may be a sock, a leg or the hem of trousers.
  if (places.fromFoot[i]! < REGION_SEEDS_FOOT) return places.alongFoot[i]! > 0 ? 'shoes' : undefined
  if (isBetween(REGION_SEEDS_NECK, below) && beside < REGION_SEEDS_NECK.beside) return 'limb'
  const [arm, along] = [places.fromArm[i]!, places.alongArm[i]!]
  if (arm < REGION_SEEDS_LIMB.reach && along > REGION_SEEDS_LIMB.arm) return 'limb'
  if (isBetween(REGION_SEEDS_TRUNK, down) && arm > BESIDE_ARM) return 'upper-garment'
  const [leg, alongLeg] = [places.fromLeg[i]!, places.alongLeg[i]!]
  const [shin, ankle] = REGION_SEEDS_LIMB.leg
  if (leg < REGION_SEEDS_LIMB.reach && alongLeg > shin && alongLeg < ankle) return 'limb'
  if (down <= REGION_SEEDS_TROUSERS.below) return undefined
  const isThigh = leg < REGION_SEEDS_TROUSERS.reach && isBetween(REGION_SEEDS_TROUSERS, alongLeg)
  // Where the picture ends above the knees, what is below the hips is all that shows of trousers.
  const isHip = leg > REGION_SEEDS_TROUSERS.unseen && arm > BESIDE_ARM
  return isThigh || isHip ? 'lower-garment' : undefined
}

function isAbove(place: { above: number; beside: number }, below: number, beside: number): boolean {
  return below < place.above && beside < place.beside
}

function isBetween({ from, to }: { from: number; to: number }, at: number): boolean {
  return at > from && at < to
}

/** Pixels of the face that surely are skin. */
export function faceSeeds(
  { face, width, height, head, person }: PersonGrid,
  places: BodyCoordinates,
): number[] {
  const pixels: number[] = []
  if (face) {
    const reach = REGION_SEEDS_FACE.reach * head.width + REGION_SEEDS_FACE.more
    const centres = [...FACE_SKIN.map((i) => face[i]!), face[FACE.noseTip]!]
    const [xs, ys] = [centres.map(({ x }) => x), centres.map(({ y }) => y)]
    const [left, right] = [
      Math.max(0, Math.floor(Math.min(...xs) - reach)),
      Math.max(...xs) + reach,
    ]
    const [top, bottom] = [
      Math.max(0, Math.floor(Math.min(...ys) - reach)),
      Math.max(...ys) + reach,
    ]
    for (let y = top; y < Math.min(height, bottom); y++) {
      for (let x = left; x < Math.min(width, right); x++) {
        if (person[y * width + x]! < PERSON_SHARE.half) continue
        const isNear = centres.some((p) => Math.hypot(p.x - x - 0.5, p.y - y - 0.5) < reach)
        if (isNear) pixels.push(y * width + x)
      }
    }
    return pixels
  }
  for (let i = 0; i < width * height; i++) {
    const below = places.belowChin[i]!
    if (person[i]! < PERSON_SHARE.half || !isBetween(REGION_SEEDS_UNSEEN_FACE, below)) continue
    if (places.besideHead[i]! < REGION_SEEDS_UNSEEN_FACE.beside) pixels.push(i)
  }
  return pixels
}
