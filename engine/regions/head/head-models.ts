import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { FACE } from '../../vision/faces/face.ts'
import { type ColourModel, colourDistance, fitColourModel } from '../colour-model.ts'
import type { HeadRegionName } from '../region-names.ts'
import { faceSkinSeeds, hairSeeds, sideSeeds } from './head-seeds.ts'
import type { HeadGrid } from './region-grid.ts'

/** The colours of the regions of a head and of what is behind it. */
export type HeadModels = Record<HeadRegionName | 'ground', ColourModel>

/** Colours nearer to the skin's than this are no evidence of another region. */
const LIKE_SKIN = 9

/** The same in any light: it saturates skin. */
const LIKE_SKIN_LIT = 12

/**
 * Hair is told from skin by less where the skin seen is of one colour: from the distance on that one in ten of its own
 * pixels has from its model, between these bounds.
 */
const UNLIKE_SKIN = { least: 5, most: 7, share: 0.9 } as const

/** The same of hair over cloth. */
const LIKE_HAIR = 7

/** The share below a neck that is cloth of other colours than skin and hair, unless all of it is like them. */
const OTHER = 0.35

/** The darkest and the brightest light on skin, as a share of that on a face, by CIELAB's measure. */
const LIGHT = { least: 0.4, most: 1.7 } as const

/** Of a bald head the skin goes on above the forehead: fewer of the pixels there than this share differ from it. */
const BALD = 0.3

/** Reads the colours of the regions of a head where each surely is. */
export function readHeadModels(lab: LabPlanes, person: Float32Array, grid: HeadGrid): HeadModels {
  const seeds = faceSkinSeeds(grid)
  const skin = fitColourModel(lab, seeds, 4)
  const fromSkin = (at: number): number => colourDistance(lab, at, skin)
  const hair = hairColours(lab, person, grid, seeds.map(fromSkin), fromSkin)
  const lower = belowNeck(grid).filter((at) => person[at]! > 0.8 && fromSkin(at) > LIKE_SKIN)
  // A chest in the sun below a face in shade is no cloth.
  const dressed = mostly(lower, (at) => inAnyLight(lab, at, skin) > LIKE_SKIN_LIT)
  const behind: number[] = []
  for (let at = 0; at < person.length; at += 23) if (person[at]! < 0.05) behind.push(at)
  // Long hair lies over the cloth; cloth of the hair's colours is like it everywhere.
  const below = mostly(dressed, (at) => colourDistance(lab, at, hair) > LIKE_HAIR)
  return {
    skin,
    hair,
    cloth: fitColourModel(lab, below, 5),
    ground: fitColourModel(lab, behind, 5),
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
  const spread = quantile(own, UNLIKE_SKIN.share)
  const least = Math.min(UNLIKE_SKIN.most, Math.max(UNLIKE_SKIN.least, spread))
  const above = hairSeeds(grid).filter((at) => person[at]! > 0.6)
  const distances = above.map(fromSkin)
  if (distances.filter((far) => far > least).length <= BALD * above.length) return []
  const apart = Math.max(least, Math.min(LIKE_SKIN, quantile(distances, 0.3)))
  const beside = sideSeeds(grid).filter((at) => person[at]! > 0.8)
  return fitColourModel(
    lab,
    [...above, ...beside].filter((at) => fromSkin(at) > apart),
    6,
  )
}

/** The pixels that pass a test, or all of them where few do. */
function mostly(pixels: readonly number[], test: (at: number) => boolean): readonly number[] {
  const passed = pixels.filter(test)
  return passed.length > OTHER * pixels.length ? passed : pixels
}

/** The distance of a pixel to colours in its own light: a share of the light scales L* + 16, a* and b* alike. */
function inAnyLight({ l, a, b }: LabPlanes, at: number, colours: ColourModel): number {
  let least = Number.POSITIVE_INFINITY
  for (const [ownL, ownA, ownB] of colours) {
    const light = (l[at]! + 16) / (ownL + 16)
    const near = Math.min(LIGHT.most, Math.max(LIGHT.least, light))
    const off = Math.hypot(a[at]! - near * ownA, b[at]! - near * ownB, (light - near) * (ownL + 16))
    least = Math.min(least, off)
  }
  return least
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * values.length)] ?? 0
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
