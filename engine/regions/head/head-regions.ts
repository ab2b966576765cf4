import { MODEL_CLASSES, type ModelClass } from '../../models/model-manifest.ts'
import { allocPlane, copyPlane, withArena } from '../../raster/arena.ts'
import { readLabPlanes } from '../../raster/colour/lab-planes.ts'
import { reducePart } from '../../raster/colour/reduce-part.ts'
import { debugPlane } from '../../raster/debug.ts'
import { formula } from '../../raster/formula.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { buildPyramid } from '../../vision/input/pyramid.ts'
import {
  type Guide,
  type GuidedFilterCoefficients,
  guidedFilterBy,
} from '../../vision/mattes/guided-filter.ts'
import { selfieMask } from '../../vision/mattes/selfie-mask.ts'
import type { Vision } from '../../vision/vision.ts'
import { CLASS_REGIONS } from '../class-regions.ts'
import { type ClassifiedRegions, classifyRegions } from '../classify-regions.ts'
import { labDistance } from '../colour-model.ts'
import {
  HEAD_REGION_NAMES,
  type HeadRegionName,
  type HeadShares,
  type RegionName,
} from '../region-names.ts'
import {
  HEAD_REGIONS_APART,
  HEAD_REGIONS_GUIDE,
  HEAD_REGIONS_LEAST,
  HEAD_REGIONS_PERSON,
  HEAD_REGIONS_STEEPER,
} from '../tuning.ts'
import { type HeadModels, readHeadModels } from './head-models.ts'
import { labelHead } from './label-head.ts'
import { type HeadGrid, headGrid } from './region-grid.ts'

/** Soft mattes of a head's regions on a grid, 0–1, and how surely each region was told from the others. */
export type HeadRegions = Record<HeadRegionName, Float32Array> & {
  grid: HeadGrid
  /** The person: all three regions, and what else is worn. */
  person: Float32Array
  /** The lightness L* of the picture on the grid, 0–100. */
  light: Float32Array
  /** 0 where a region is absent or has another one's colours, 1 where nothing else looks like it. */
  confidence: Record<HeadRegionName, number>
}

/** The networks that the regions need. */
export type RegionNets = Pick<Vision, 'selfie' | 'wideSelfie' | 'userNets'>

/**
 * Tells hair, skin and cloth of one person apart. The person is found by the segmentation network; within it each
 * region has a model of its colours, read where it surely is: skin on the face, hair above the forehead, cloth below
 * the neck. Hair and skin are kept where they are connected to those places. The edges are moved to the picture's
 * (guided filter). Models that users brought tell the regions they know instead.
 */
export async function findHeadRegions(
  picture: Picture,
  face: Face,
  vision: RegionNets,
): Promise<HeadRegions> {
  const grid = headGrid(picture, face)
  const small = reducePart(picture, grid)
  const inside = grid.points.filter((_, n) => n % 8 === 0)
  const mask = await selfieMask(buildPyramid(small), vision, inside)
  const person = sharesOf(mask)
  const told = await classifyRegions(picture, grid, vision.userNets)
  const { light, confidence, ...regions } = withArena(() => {
    const whole = { area: { left: 0, top: 0, ...sizeOf(small) }, scale: 1, ...sizeOf(small) }
    const lab = readLabPlanes(small, whole)
    const models = readHeadModels(lab, person, grid)
    const { labels, confidence } = byModels(
      labelHead(lab, person, grid, models),
      confidenceOf(models),
      told,
    )
    const guide = guideOf(small)
    const radius = Math.max(1, Math.round(HEAD_REGIONS_GUIDE.radius * grid.faceWidth))
    const fitBy = guidedFilterBy(guide, grid, radius, HEAD_REGIONS_GUIDE.smoothness)
    const shown = copyPlane(person)
    const refine = (plane: Float32Array): Float32Array => {
      const refined = new Float32Array(plane.length)
      withArena(() => refined.set(follow(guide, fitBy(plane), shown)))
      return refined
    }
    const { skin, hair, cloth } = labels
    const refined = { skin: refine(skin), hair: refine(hair), cloth: refine(cloth) }
    return { ...refined, light: Float32Array.from(lab.l), confidence }
  })
  for (const name of HEAD_REGION_NAMES) debugPlane(name, regions[name], grid)
  return { ...regions, grid, person, light, confidence }
}

/** A mask as a plane, 0–1. */
function sharesOf({ data }: Mask): Float32Array {
  const shares = new Float32Array(data.length)
  for (let i = 0; i < data.length; i++) shares[i] = data[i]! / 255
  return shares
}

function sizeOf({ width, height }: Picture) {
  return { width, height }
}

/** The regions of a person that make up each region of a head. */
const REGIONS: Record<HeadRegionName, readonly RegionName[]> = {
  skin: ['face-skin', 'body-skin'],
  hair: ['hair'],
  cloth: ['upper-garment', 'lower-garment', 'shoes'],
}

/** The classes of a model that make up a region. */
function classesOf(name: HeadRegionName): ModelClass[] {
  return MODEL_CLASSES.filter((one) => {
    const [region] = CLASS_REGIONS[one]
    return region !== undefined && REGIONS[name].includes(region)
  })
}

/** What users' models tell takes the place of what was found without them. */
function byModels(
  own: HeadShares,
  found: Record<HeadRegionName, number>,
  { parse, hair }: ClassifiedRegions,
): { labels: HeadShares; confidence: Record<HeadRegionName, number> } {
  const labels = { ...own }
  const confidence = { ...found }
  for (const name of HEAD_REGION_NAMES) {
    const planes = classesOf(name).flatMap((one) => parse?.get(one) ?? [])
    if (planes.length > 0) {
      labels[name] = own[name].map((_, i) => planes.reduce((sum, plane) => sum + plane[i]!, 0))
    }
    const dedicated = hair?.get('hair')
    if (dedicated) {
      labels[name] =
        name === 'hair' ? dedicated : labels[name].map((share, i) => share * (1 - dedicated[i]!))
    }
    if (planes.length > 0 || (dedicated && name === 'hair'))
      confidence[name] = certainty(labels[name])
  }
  return { labels, confidence }
}

/** How near to 1 the shares of a region are where it is, 0–1; 0 where it is hardly anywhere. */
function certainty(shares: Float32Array): number {
  let [sum, squares] = [0, 0]
  for (const share of shares) {
    sum += share
    squares += share * share
  }
  return sum < HEAD_REGIONS_LEAST * shares.length ? 0 : squares / sum
}

function guideOf({ data }: Picture): Guide {
  const count = data.length / 4
  const [red, green, blue] = [allocPlane(count), allocPlane(count), allocPlane(count)]
  for (let i = 0, from = 0; i < count; i++, from += 4) {
    red[i] = data[from]! / 255
    green[i] = data[from + 1]! / 255
    blue[i] = data[from + 2]! / 255
  }
  return [red, green, blue]
}

/** Moves the edges of a plane to those of the picture, and steepens what the filter flattens. */
function follow(
  [r, g, b]: Guide,
  fit: GuidedFilterCoefficients,
  person: Float32Array,
): Float32Array {
  const plane = allocPlane(person.length)
  followEdges({ ...fit, r, g, b, person, plane })
  return plane
}

const followEdges = formula(
  { planes: ['red', 'green', 'blue', 'offset', 'r', 'g', 'b', 'person', 'plane'] },
  `
  steep = (red * r + green * g + blue * b + offset - 0.5) * ${HEAD_REGIONS_STEEPER} + 0.5
  plane = min(1, max(0, steep)) * min(1, person / ${HEAD_REGIONS_PERSON})
`,
)

/** How far the nearest colours of two regions lie apart, as a share of what is told apart surely. */
function confidenceOf(models: HeadModels): Record<HeadRegionName, number> {
  const apart = (name: HeadRegionName): number => {
    const others = HEAD_REGION_NAMES.filter((other) => other !== name)
    const distances = models[name].flatMap((own) =>
      others.flatMap((other) => models[other].map((theirs) => labDistance(own, theirs))),
    )
    return models[name].length === 0
      ? 0
      : Math.min(1, Math.min(30, ...distances) / HEAD_REGIONS_APART)
  }
  return { skin: apart('skin'), hair: apart('hair'), cloth: apart('cloth') }
}
