import { debugPlane } from '../../raster/debug.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Body } from '../../vision/bodies/body.ts'
import type { Face } from '../../vision/faces/face.ts'
import { boxMean } from '../../vision/mattes/box-mean.ts'
import { type ColourModel, colourDistance, fitColourModel } from '../colour-model.ts'
import { type ByRegion, byRegion, REGION_NAMES } from '../region-names.ts'
import {
  IN_OUTLINE,
  MIN_SHARE,
  MOST_BY_COLOUR,
  PERSON_REGIONS_AVERAGED,
  PERSON_REGIONS_COLOURS,
  PERSON_REGIONS_OTHER,
  PERSON_REGIONS_PIXELS,
  PERSON_REGIONS_ROUNDS,
  PERSON_REGIONS_SURE,
  PERSON_REGIONS_TEMPERATURE,
  PERSON_SHARE,
} from '../tuning.ts'
import { addLooseHairCosts } from './add-loose-hair-costs.ts'
import { addSkinCosts } from './add-skin-costs.ts'
import { type BodyCoordinates, bodyCoordinates } from './body-coordinates.ts'
import { type PersonGrid, personGrid } from './person-grid.ts'
import { positionCosts } from './position-costs.ts'
import { faceSeeds, regionSeeds } from './region-seeds.ts'

/** The regions of one person on a grid. */
export type PersonRegions = {
  grid: PersonGrid
  /** The share of each grid pixel that belongs to each region, 0–1; together at most the person's share. */
  shares: ByRegion<Float32Array>
  /**
   * How surely each region was told from the others, 0–1: by how much its pixels prefer it; 0 where there is none.
   */
  confidence: ByRegion<number>
}

/**
 * Tells the regions of one person apart: what the pose and the face mesh say of each pixel's place, and what colours
 * the regions have, which are learnt in rounds from where they surely are (GrabCut, Rother et al. 2004; clothing
 * parsing, Yamaguchi et al. 2012).
 */
export function findRegions(picture: Picture, body: Body, face: Face | undefined): PersonRegions {
  const grid = personGrid(picture, body, face)
  const places = bodyCoordinates(grid)
  const byPlace = positionCosts(places)
  addSkinCosts(grid, places, byPlace, faceSeeds(grid, places))
  let models = modelsOf(grid, regionSeeds(grid, places))
  let costs = costsOf(grid, byPlace, models)
  addLooseHairCosts(grid, places, costs)
  for (let round = 1; round < PERSON_REGIONS_ROUNDS; round++) {
    models = modelsOf(grid, surePixels(grid, places, costs))
    costs = costsOf(grid, byPlace, models)
    addLooseHairCosts(grid, places, costs)
  }
  const shares = sharesOf(grid, costs)
  for (const name of REGION_NAMES) debugPlane(name, shares[name], grid)
  return { grid, shares, confidence: confidenceOf(grid, shares) }
}

function modelsOf({ lab }: PersonGrid, pixels: ByRegion<number[]>): ByRegion<ColourModel> {
  return byRegion((name) =>
    name === 'other'
      ? []
      : fitColourModel(lab, thinned(pixels[name]), PERSON_REGIONS_COLOURS[name]),
  )
}

/** At most a few thousand of many pixels. */
function thinned(pixels: readonly number[]): number[] {
  const step = Math.max(1, Math.floor(pixels.length / PERSON_REGIONS_PIXELS))
  return pixels.filter((_, nth) => nth % step === 0)
}

function costsOf(
  grid: PersonGrid,
  byPlace: ByRegion<Float32Array>,
  models: ByRegion<ColourModel>,
): ByRegion<Float32Array> {
  const { lab, person, width, height, bodyScale } = grid
  const radius = Math.max(1, Math.round(PERSON_REGIONS_AVERAGED * bodyScale))
  return byRegion((name) => {
    const plane = byPlace[name].slice()
    for (let i = 0; i < plane.length; i++) {
      if (person[i]! < PERSON_SHARE.any) continue
      const byColour = Math.min(MOST_BY_COLOUR, colourDistance(lab, i, models[name]))
      plane[i] = name === 'other' ? PERSON_REGIONS_OTHER : plane[i]! + byColour
    }
    return name === 'other' ? plane : boxMean(plane, width, height, radius)
  })
}

/** The pixels that prefer each region by far. */
function surePixels(
  { person }: PersonGrid,
  { inFace }: BodyCoordinates,
  costs: ByRegion<Float32Array>,
): ByRegion<number[]> {
  const sure = byRegion((): number[] => [])
  const planes = REGION_NAMES.map((name) => costs[name])
  for (let i = 0; i < person.length; i++) {
    if (person[i]! < PERSON_SHARE.surely) continue
    let [best, least, second] = [0, Infinity, Infinity]
    for (let n = 0; n < planes.length; n++) {
      const cost = planes[n]![i]!
      if (cost < least) {
        second = least
        least = cost
        best = n
      } else if (cost < second) second = cost
    }
    const name = REGION_NAMES[best]!
    if (second - least > PERSON_REGIONS_SURE || (name === 'face-skin' && inFace[i]! > IN_OUTLINE))
      sure[name].push(i)
  }
  return sure
}

function sharesOf({ person }: PersonGrid, costs: ByRegion<Float32Array>): ByRegion<Float32Array> {
  const shares = byRegion(() => new Float32Array(person.length))
  const planes = REGION_NAMES.map((name) => ({ share: shares[name], cost: costs[name] }))
  for (let i = 0; i < person.length; i++) {
    if (person[i]! < PERSON_SHARE.any) continue
    let least = Infinity
    for (const { cost } of planes) least = Math.min(least, cost[i]!)
    let sum = 0
    for (const { share, cost } of planes) {
      const weight = Math.exp((least - cost[i]!) / PERSON_REGIONS_TEMPERATURE)
      share[i] = weight
      sum += weight
    }
    for (const { share } of planes) share[i] = (share[i]! / sum) * person[i]!
  }
  return shares
}

export function confidenceOf(
  { person }: PersonGrid,
  shares: ByRegion<Float32Array>,
): ByRegion<number> {
  const all = person.reduce((sum, share) => sum + share, 0)
  return byRegion((name) => {
    let [weight, weighted] = [0, 0]
    for (const share of shares[name]) {
      weight += share
      weighted += share * share
    }
    return weight < MIN_SHARE * all ? 0 : Math.round((100 * weighted) / weight) / 100
  })
}
