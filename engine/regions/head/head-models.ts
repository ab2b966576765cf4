import { quantileOrZero } from '../../geometry/quantile.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { FACE } from '../../vision/faces/face.ts'
import { type ColourModel, colourDistance, fitColourModel } from '../colour-model.ts'
import type { HeadRegionName } from '../region-names.ts'
import {
  HEAD_MODELS_BALD,
  HEAD_MODELS_BELOW_NECK,
  HEAD_MODELS_COLOURS,
  HEAD_MODELS_LIGHT,
  HEAD_MODELS_LIKE_SKIN,
  HEAD_MODELS_OTHER,
  HEAD_MODELS_PERSON,
  HEAD_MODELS_SKIN_ABOVE,
  HEAD_MODELS_STEP,
  HEAD_MODELS_UNLIKE_SKIN,
  LIKE_HAIR,
  LIKE_SKIN_LIT,
} from '../tuning.ts'
import { besideHeadSeeds, faceSkinSeeds, hairSeeds } from './head-seeds.ts'
import type { HeadGrid } from './region-grid.ts'

/** The colours of the regions of a head and of what is behind it. */
export type HeadModels = Record<HeadRegionName | 'ground', ColourModel>

/** Reads the colours of the regions of a head where each surely is. */
export function readHeadModels(lab: LabPlanes, person: Float32Array, grid: HeadGrid): HeadModels {
  const seeds = faceSkinSeeds(grid)
  const skin = fitColourModel(lab, seeds, HEAD_MODELS_COLOURS.skin)
  const fromSkin = (at: number): number => colourDistance(lab, at, skin)
  const hair = hairColours(lab, person, grid, seeds.map(fromSkin), fromSkin)
  const lower = belowNeck(grid).filter(
    (at) => person[at]! > HEAD_MODELS_PERSON.surely && fromSkin(at) > HEAD_MODELS_LIKE_SKIN,
  )
  // A chest in the sun below a face in shade is no cloth.
  const dressed = mostly(lower, (at) => inAnyLight(lab, at, skin) > LIKE_SKIN_LIT)
  const behind: number[] = []
  for (let at = 0; at < person.length; at += HEAD_MODELS_STEP) {
    if (person[at]! < HEAD_MODELS_PERSON.behind) behind.push(at)
  }
  // Long hair lies over the cloth; cloth of the hair's colours is like it everywhere.
  const below = mostly(dressed, (at) => colourDistance(lab, at, hair) > LIKE_HAIR)
  return {
    skin,
    hair,
    cloth: fitColourModel(lab, below, HEAD_MODELS_COLOURS.cloth),
    ground: fitColourModel(lab, behind, HEAD_MODELS_COLOURS.ground),
  }
}

/**
 * The colours above the forehead that differ from the skin most, and the like beside the head; none of a bald head.
 * @param own how far the pixels of the skin are from its model
 */
function hairColours(
  lab: LabPlanes,
  person: Float32Array,
  grid: HeadGrid,
  own: readonly number[],
  fromSkin: (at: number) => number,
): ColourModel {
  const spread = quantileOrZero(own, HEAD_MODELS_UNLIKE_SKIN.share)
  const least = Math.min(
    HEAD_MODELS_UNLIKE_SKIN.most,
    Math.max(HEAD_MODELS_UNLIKE_SKIN.least, spread),
  )
  const above = hairSeeds(grid).filter((at) => person[at]! > HEAD_MODELS_PERSON.above)
  const distances = above.map(fromSkin)
  if (distances.filter((far) => far > least).length <= HEAD_MODELS_BALD * above.length) return []
  const apart = Math.max(
    least,
    Math.min(HEAD_MODELS_LIKE_SKIN, quantileOrZero(distances, HEAD_MODELS_SKIN_ABOVE)),
  )
  const beside = besideHeadSeeds(grid).filter((at) => person[at]! > HEAD_MODELS_PERSON.surely)
  return fitColourModel(
    lab,
    [...above, ...beside].filter((at) => fromSkin(at) > apart),
    HEAD_MODELS_COLOURS.hair,
  )
}

/** The pixels that pass a test, or all of them where few do. */
function mostly(pixels: readonly number[], test: (at: number) => boolean): readonly number[] {
  const passed = pixels.filter(test)
  return passed.length > HEAD_MODELS_OTHER * pixels.length ? passed : pixels
}

/** The distance of a pixel to colours in its own light: a share of the light scales L* + 16, a* and b* alike. */
function inAnyLight({ l, a, b }: LabPlanes, at: number, colours: ColourModel): number {
  let least = Number.POSITIVE_INFINITY
  for (const [ownL, ownA, ownB] of colours) {
    const light = (l[at]! + 16) / (ownL + 16)
    const near = Math.min(HEAD_MODELS_LIGHT.most, Math.max(HEAD_MODELS_LIGHT.least, light))
    const off = Math.hypot(a[at]! - near * ownA, b[at]! - near * ownB, (light - near) * (ownL + 16))
    least = Math.min(least, off)
  }
  return least
}

/** Pixels that are lower than any neck. */
function belowNeck({ points, up, faceWidth, width, height }: HeadGrid): number[] {
  const chin = points[FACE.chin]!
  const pixels: number[] = []
  for (let y = 0; y < height; y += 4) {
    for (let x = 0; x < width; x += 4) {
      const down = -((x - chin.x) * up.x + (y - chin.y) * up.y) / faceWidth
      if (down > HEAD_MODELS_BELOW_NECK) pixels.push(y * width + x)
    }
  }
  return pixels
}
