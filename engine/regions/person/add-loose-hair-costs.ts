import { keepConnected } from '../../raster/mask/keep-connected.ts'
import { boxMean } from '../../vision/mattes/box-mean.ts'
import { type ByRegion, REGION_NAMES } from '../region-names.ts'
import {
  IN_OUTLINE,
  LOOSE_HAIR_COSTS_CONNECTED,
  LOOSE_HAIR_COSTS_GAP,
  LOOSE_HAIR_COSTS_HEAD,
  LOOSE_HAIR_COSTS_LOOSE,
  PERSON_SHARE,
} from '../tuning.ts'
import type { BodyCoordinates } from './body-coordinates.ts'
import type { PersonGrid } from './person-grid.ts'

/**
 * Adds to what speaks against hair below the chin where no hair leads to the head: collars, straps and hands in the
 * hair's colours. Hair that a shoulder or the neck hides in part keeps its place where its colours speak for it by far.
 */
export function addLooseHairCosts(
  { person, width, height, bodyScale }: PersonGrid,
  { belowChin, inFace }: BodyCoordinates,
  costs: ByRegion<Float32Array>,
): void {
  const isHair = new Float32Array(person.length)
  const seeds: number[] = []
  for (let i = 0; i < person.length; i++) {
    if (person[i]! < PERSON_SHARE.any || !isCheapest(costs, i)) continue
    isHair[i] = 1
    if (belowChin[i]! < LOOSE_HAIR_COSTS_HEAD) seeds.push(i)
  }
  const radius = Math.max(1, Math.round(LOOSE_HAIR_COSTS_GAP * bodyScale))
  const around = boxMean(isHair, width, height, radius)
  const kept = keepConnected(around, width, LOOSE_HAIR_COSTS_CONNECTED, seeds)
  for (let i = 0; i < person.length; i++) {
    if (isHair[i] === 1 && kept[i] === 0 && inFace[i]! < IN_OUTLINE)
      costs.hair[i] = costs.hair[i]! + LOOSE_HAIR_COSTS_LOOSE
  }
}

function isCheapest(costs: ByRegion<Float32Array>, i: number): boolean {
  for (const name of REGION_NAMES) if (costs[name][i]! < costs.hair[i]!) return false
  return true
}
