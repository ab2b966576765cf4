import { classifyRegions } from '../models/classify-regions.ts'
import type { ModelClass } from '../models/model-manifest.ts'
import { withArena } from '../raster/arena.ts'
import { debugPlane } from '../raster/debug.ts'
import { ringTest } from '../raster/inside-ring.ts'
import { keepConnected } from '../raster/keep-connected.ts'
import { type LabPlanes, readLabPlanes } from '../raster/lab-planes.ts'
import type { Picture } from '../raster/picture.ts'
import { reducePart } from '../raster/reduce-part.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import { FACE, type Face } from '../vision/faces/face.ts'
import { buildPyramid } from '../vision/input/pyramid.ts'
import {
  type Guide,
  type GuidedFilterCoefficients,
  guidedFilterBy,
} from '../vision/mattes/guided-filter.ts'
import { selfieMask } from '../vision/mattes/selfie-mask.ts'
import type { Vision } from '../vision/vision.ts'
import { type ColourModel, colourDistance, modelColours } from './colour-model.ts'
import { faceSkinSeeds, hairSeeds, neckSeeds } from './head-seeds.ts'
import { type HeadGrid, headGrid } from './region-grid.ts'
import { HEAD_REGION_NAMES, type HeadRegionName } from './region-names.ts'

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

/** Colours nearer to the skin's than this are no evidence of another region. */
const LIKE_SKIN = 9

/** The same of hair over cloth, and the share of what is below a neck that is cloth of other colours. */
const LIKE_HAIR = 7
const UNLIKE_HAIR = 0.35

/** How far mattes follow the edges of the picture: widths of the face, and the variance that is one surface. */
const GUIDE = { radius: 0.035, smoothness: 4e-4 } as const

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
  const person = Float32Array.from(mask.data, (level) => level / 255)
  const whole = { area: { left: 0, top: 0, ...sizeOf(small) }, scale: 1, ...sizeOf(small) }
  const lab = readLabPlanes(small, whole)
  const models = readModels(lab, person, grid)
  const told = await classifyRegions(picture, grid, vision.userNets)
  const { labels, confidence } = byModels(
    withArena(() => label(lab, person, grid, models)),
    confidenceOf(models),
    told,
  )
  const guide = guideOf(small)
  const radius = Math.max(1, Math.round(GUIDE.radius * grid.faceWidth))
  const fitBy = guidedFilterBy(guide, grid, radius, GUIDE.smoothness)
  const refine = (plane: Float32Array) => follow(guide, fitBy(plane), person)
  const regions = {
    skin: refine(labels.skin),
    hair: refine(labels.hair),
    cloth: refine(labels.cloth),
  }
  for (const name of HEAD_REGION_NAMES) debugPlane(name, regions[name], grid)
  return { ...regions, grid, person, light: lab.l, confidence }
}

function sizeOf({ width, height }: Picture) {
  return { width, height }
}

type Models = Record<HeadRegionName | 'ground', ColourModel>

function readModels(lab: LabPlanes, person: Float32Array, grid: HeadGrid): Models {
  const skin = modelColours(lab, faceSkinSeeds(grid), 4)
  const unlikeSkin = (at: number): boolean => colourDistance(lab, at, skin) > LIKE_SKIN
  const above = hairSeeds(grid).filter((at) => person[at]! > 0.6)
  const hairy = above.filter(unlikeSkin)
  const dressed = belowNeck(grid).filter((at) => person[at]! > 0.8 && unlikeSkin(at))
  const behind: number[] = []
  for (let at = 0; at < person.length; at += 23) if (person[at]! < 0.05) behind.push(at)
  // Of a bald head the skin goes on above the forehead.
  const hair = hairy.length > 0.3 * above.length ? modelColours(lab, hairy, 4) : []
  // Long hair lies over the cloth; cloth of the hair's colours is like it everywhere.
  const unlikeHair = dressed.filter((at) => colourDistance(lab, at, hair) > LIKE_HAIR)
  const below = unlikeHair.length > UNLIKE_HAIR * dressed.length ? unlikeHair : dressed
  return {
    skin,
    hair,
    cloth: modelColours(lab, below, 5),
    ground: modelColours(lab, behind, 5),
  }
}

/** Pixels that are lower than any neck. */
function belowNeck({ points, up, faceWidth, width, height }: HeadGrid): number[] {
  const chin = points[FACE.chin]!
  const pixels: number[] = []
  for (let y = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4) {
      const down = -((x - chin.x) * up.x + (y - chin.y) * up.y) / faceWidth
      if (down > 0.7) pixels.push(y * width + x)
    }
  }
  return pixels
}

/** What speaks against a region in a pixel besides its colour, in the units of colour distances. */
function against(
  name: HeadRegionName,
  { down, beside, inFace }: { down: number; beside: number; inFace: boolean },
): number {
  if (inFace) return name === 'skin' ? 0 : name === 'hair' ? 5 : 40
  switch (name) {
    case 'cloth':
      return down < 0.05 ? 40 : down < 0.2 ? 6 : 0
    case 'hair':
      // Below the chin hair falls beside the neck.
      return down > 0 && beside < 0.16 ? 9 : 0
    case 'skin':
      // Ears are in the shade of the head; what has their place is skin rather than hair.
      if (down > -0.86 && down < -0.3 && beside > 0.42 && beside < 0.62) {
        return -5 * smoothstep(-0.86, -0.74, down)
      }
      return down < -0.55 && beside > 0.75 ? 12 : 0
  }
}

function label(
  lab: LabPlanes,
  person: Float32Array,
  grid: HeadGrid,
  models: Models,
): Record<HeadRegionName, Float32Array> {
  const { width, height, points, up, faceWidth } = grid
  const plane = () => new Float32Array(width * height)
  const shares: Record<HeadRegionName, Float32Array> = {
    skin: plane(),
    hair: plane(),
    cloth: plane(),
  }
  const chin = points[FACE.chin]!
  const isInOval = ringTest(FACE.oval.map((i) => points[i]!))
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      if (person[at]! < 0.08) continue
      const down = -((x - chin.x) * up.x + (y - chin.y) * up.y) / faceWidth
      const beside = Math.abs((x - chin.x) * up.y - (y - chin.y) * up.x) / faceWidth
      const place = { down, beside, inFace: isInOval(x + 0.5, y + 0.5) }
      const skin = colourDistance(lab, at, models.skin) + against('skin', place)
      const hair = colourDistance(lab, at, models.hair) + against('hair', place)
      const cloth = colourDistance(lab, at, models.cloth) + against('cloth', place)
      const behind = colourDistance(lab, at, models.ground) + 16 * person[at]!
      const least = Math.min(skin, hair, cloth, behind)
      const likely = (cost: number): number => Math.exp((least - cost) / 2.5)
      const sum = likely(skin) + likely(hair) + likely(cloth) + likely(behind)
      shares.skin[at] = likely(skin) / sum
      shares.hair[at] = likely(hair) / sum
      shares.cloth[at] = likely(cloth) / sum
    }
  }
  // A beard may part the neck from the face.
  const neck = neckSeeds(grid).filter((at) => shares.skin[at]! > 0.6)
  const skinSeeds = [...faceSkinSeeds(grid), ...neck]
  return {
    skin: keepConnected(shares.skin, width, 0.45, skinSeeds).slice(),
    hair: keepConnected(shares.hair, width, 0.45, hairSeeds(grid)).slice(),
    cloth: shares.cloth,
  }
}

type Shares = Record<HeadRegionName, Float32Array>

/** The classes of a model that make up each region. */
const CLASSES: Record<HeadRegionName, readonly ModelClass[]> = {
  skin: ['face-skin', 'body-skin'],
  hair: ['hair'],
  cloth: ['clothes', 'upper-garment', 'lower-garment', 'shoes'],
}

/** What users' models tell takes the place of what was found without them. */
function byModels(
  own: Shares,
  found: Record<HeadRegionName, number>,
  { regions, hair }: Awaited<ReturnType<typeof classifyRegions>>,
): { labels: Shares; confidence: Record<HeadRegionName, number> } {
  const labels = { ...own }
  const confidence = { ...found }
  for (const name of HEAD_REGION_NAMES) {
    const planes = CLASSES[name].flatMap((one) => regions?.get(one) ?? [])
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
  return sum < 0.002 * shares.length ? 0 : squares / sum
}

function guideOf({ data }: Picture): Guide {
  const count = data.length / 4
  const guide: Guide = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < 3; c++) guide[c as 0 | 1 | 2][i] = data[i * 4 + c]! / 255
  }
  return guide
}

/** Moves the edges of a plane to those of the picture, and steepens what the filter flattens. */
function follow(
  [r, g, b]: Guide,
  { red, green, blue, offset }: GuidedFilterCoefficients,
  person: Float32Array,
): Float32Array {
  const plane = new Float32Array(person.length)
  for (let i = 0; i < plane.length; i++) {
    if (person[i] === 0) continue
    const value = red[i]! * r[i]! + green[i]! * g[i]! + blue[i]! * b[i]! + offset[i]!
    const steep = (value - 0.5) * 1.6 + 0.5
    plane[i] = Math.min(1, Math.max(0, steep)) * Math.min(1, person[i]! * 4)
  }
  return plane
}

/** How far the nearest colours of two regions lie apart, as a share of what is told apart surely. */
function confidenceOf(models: Models): Record<HeadRegionName, number> {
  const apart = (name: HeadRegionName): number => {
    const others = HEAD_REGION_NAMES.filter((other) => other !== name)
    const distances = models[name].flatMap((own) =>
      others.flatMap((other) =>
        models[other].map((theirs) =>
          Math.hypot(0.55 * (own[0] - theirs[0]), own[1] - theirs[1], own[2] - theirs[2]),
        ),
      ),
    )
    return models[name].length === 0 ? 0 : Math.min(1, Math.min(30, ...distances) / 20)
  }
  return { skin: apart('skin'), hair: apart('hair'), cloth: apart('cloth') }
}
