import { FACE } from '../../vision/faces/face.ts'
import { type ByRegion, byRegion } from '../region-names.ts'
import { REGION_SEEDS_LIKE_SKIN } from '../tuning.ts'
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
    if (grid.person[i]! < 0.85) continue
    const name = seedAt(places, i)
    if (!name) continue
    if (name === 'limb') {
      if (isLikeSkin(i)) seeds['body-skin'].push(i)
    } else if (!isLikeSkin(i)) seeds[name].push(i)
  }
  // Neck and hands may be hidden: the face has the body's skin, too.
  if (seeds['body-skin'].length < 40) seeds['body-skin'].push(...seeds['face-skin'])
  return seeds
}

type Seeded = 'hair' | 'upper-garment' | 'lower-garment' | 'shoes' | 'limb'

function seedAt(places: BodyCoordinates, i: number): Seeded | undefined {
  const [down, below, beside] = [places.down[i]!, places.belowChin[i]!, places.besideHead[i]!]
  if (places.inFace[i]! > 0) return undefined
  if (below < -1.05 && beside < 0.75) return 'hair'
  if (below < -0.1 && beside < 1.2) return undefined
  // Above the instep it may be a sock, a leg or the hem of trousers.
  if (places.fromFoot[i]! < 0.06) return places.alongFoot[i]! > 0 ? 'shoes' : undefined
  if (below > 0.05 && below < 0.35 && beside < 0.3) return 'limb'
  const [arm, along] = [places.fromArm[i]!, places.alongArm[i]!]
  if (arm < 0.1 && along > 0.5) return 'limb'
  if (down > 0.15 && down < 0.6 && arm > 0.16) return 'upper-garment'
  const [leg, alongLeg] = [places.fromLeg[i]!, places.alongLeg[i]!]
  if (leg < 0.1 && alongLeg > 1.1 && alongLeg < 1.85) return 'limb'
  if (leg < 0.2 && alongLeg > 0.2 && alongLeg < 0.7 && down > 1.1) return 'lower-garment'
  // Where the picture ends above the knees, what is below the hips is all that shows of trousers.
  if (leg > 1 && down > 1.1 && arm > 0.16) return 'lower-garment'
  return undefined
}

/** Pixels of the face that surely are skin. */
export function faceSeeds(
  { face, width, height, head, person }: PersonGrid,
  places: BodyCoordinates,
): number[] {
  const pixels: number[] = []
  if (face) {
    const reach = 0.06 * head.width + 0.7
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
        if (person[y * width + x]! < 0.5) continue
        const isNear = centres.some((p) => Math.hypot(p.x - x - 0.5, p.y - y - 0.5) < reach)
        if (isNear) pixels.push(y * width + x)
      }
    }
    return pixels
  }
  for (let i = 0; i < width * height; i++) {
    const below = places.belowChin[i]!
    if (person[i]! < 0.5 || below <= -0.8 || below >= -0.2) continue
    if (places.besideHead[i]! < 0.25) pixels.push(i)
  }
  return pixels
}
