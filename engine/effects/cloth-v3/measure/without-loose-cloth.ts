import { type Point, pointBetween } from '../../../geometry/point.ts'
import { withArena } from '../../../raster/arena.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import {
  IN_MASK,
  LOOSE_CLOTH_ALIKE,
  LOOSE_CLOTH_CHEST,
  LOOSE_CLOTH_FINGERS,
  LOOSE_CLOTH_HIPS,
  LOOSE_CLOTH_LEAST,
  LOOSE_CLOTH_NEAR,
  LOOSE_CLOTH_SOFT,
} from '../tuning.ts'
import { clothColourDistance } from './cloth-colour-distance.ts'
import { meanLabColour } from './mean-lab-colour.ts'
import { isNearLimb } from './near-limb.ts'

type Trunk = { origin: Point; down: Point; length: number; shoulders: number }

/**
 * Regions without cloth that does not hang together with what is worn on the chest. Beside forearms and hands it is
 * skin and wall that were taken for a sleeve, and would be replaced by background; at the hips, where it has another
 * colour, it is the waistband of the lower garment.
 */
export function withoutLooseCloth(
  picture: Picture,
  regions: ByRegion<Mask>,
  arms: readonly (readonly [Point, Point, Point])[],
  { origin, down, length, shoulders }: Trunk,
): ByRegion<Mask> {
  const { width, height, data } = regions['upper-garment']
  const seeds: number[] = []
  for (let v = LOOSE_CLOTH_CHEST.from * length; v < LOOSE_CLOTH_CHEST.to * length; v++) {
    const [x, y] = [Math.floor(origin.x + v * down.x), Math.floor(origin.y + v * down.y)]
    if (x < 0 || y < 0 || x >= width || y >= height) continue
    if (data[y * width + x]! >= IN_MASK) seeds.push(y * width + x)
  }
  // Hair or an arm hides the chest.
  if (seeds.length === 0) return regions
  const forearms = arms.map(([, elbow, wrist]) => [
    elbow,
    wrist,
    pointBetween(elbow, wrist, LOOSE_CLOTH_FINGERS),
  ])
  const upper = data.slice()
  const band = new Uint8Array(data.length)
  withArena(() => {
    const plane = new Float32Array(data)
    const kept = keepConnected(plane, width, LOOSE_CLOTH_LEAST, seeds)
    const surely = keepConnected(plane, width, IN_MASK, seeds)
    const loose = new Uint8Array(data.length)
    for (let at = 0; at < loose.length; at++) {
      if (data[at]! >= IN_MASK && surely[at] === 0) loose[at] = 1
    }
    const apart = growMask(loose, regions['upper-garment'], LOOSE_CLOTH_SOFT)
    for (let at = 0; at < data.length; at++) {
      if (data[at] === 0 || surely[at]! > 0) continue
      const point = { x: at % width, y: Math.floor(at / width) }
      const v = (point.x - origin.x) * down.x + (point.y - origin.y) * down.y
      const isByHand = (): boolean =>
        forearms.some((forearm) => isNearLimb(forearm, point, LOOSE_CLOTH_NEAR * shoulders))
      if (kept[at] === 0 && isByHand()) upper[at] = 0
      else if (apart[at]! > 0 && v > LOOSE_CLOTH_HIPS * length)
        [upper[at], band[at]] = [0, data[at]!]
    }
  })
  const size = { width, height }
  const [own, other] = [upper, band].map((plane) =>
    meanLabColour(picture, { ...size, data: plane }),
  )
  const isTop =
    own === undefined || other === undefined || clothColourDistance(own, other) < LOOSE_CLOTH_ALIKE
  if (isTop) {
    for (let at = 0; at < band.length; at++) upper[at] = upper[at]! + band[at]!
    return { ...regions, 'upper-garment': { ...size, data: upper } }
  }
  const lower = regions['lower-garment'].data.slice()
  for (let at = 0; at < band.length; at++) lower[at] = Math.min(255, lower[at]! + band[at]!)
  return {
    ...regions,
    'upper-garment': { ...size, data: upper },
    'lower-garment': { ...size, data: lower },
  }
}
