import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { FACE } from '../../vision/faces/face.ts'
import { type ColourModel, colourDistance, fitColourModel, labDistance } from '../colour-model.ts'
import type { HeadShares } from '../region-names.ts'
import type { HeadModels } from './head-models.ts'
import type { HeadGrid } from './region-grid.ts'

/** From this share on a pixel tells colours of its region in other light. */
const SURE = { skin: 0.8, hair: 0.5 } as const

/** Hair beside a neck is of other colours than skin by as much. */
const UNLIKE_SKIN = 4

/** Where a neck is below the chin, and hair beside it, in widths of the face. */
const NECK = { beside: 0.28, from: 0.04, to: 0.36 } as const
const FALL = { from: 0.32, to: 0.95, above: -0.8, below: 0.3 } as const

/**
 * Adds the colours that hair has where it falls beside the neck, and those of cloth in the shade, to the ones that were
 * read where each region surely is, and finds the skin's on the neck, in the shade of the chin.
 */
export function extendColourModels(
  lab: LabPlanes,
  shares: HeadShares,
  { points, up, faceWidth, width, height }: HeadGrid,
  models: HeadModels,
): HeadModels & { neck: ColourModel } {
  const chin = points[FACE.chin]!
  const [neck, fall]: [number[], number[]] = [[], []]
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const at = y * width + x
      const down = -((x - chin.x) * up.x + (y - chin.y) * up.y) / faceWidth
      const beside = Math.abs((x - chin.x) * up.y - (y - chin.y) * up.x) / faceWidth
      if (
        shares.skin[at]! > SURE.skin &&
        down > NECK.from &&
        down < NECK.to &&
        beside < NECK.beside
      )
        neck.push(at)
      const isBeside = beside > FALL.from && beside < FALL.to
      if (shares.hair[at]! > SURE.hair && isBeside && down > FALL.above && down < FALL.below)
        fall.push(at)
    }
  }
  const shaded = fitColourModel(lab, neck, 3)
  const skin = [...models.skin, ...shaded]
  const hairy = fall.filter((at) => colourDistance(lab, at, skin) > UNLIKE_SKIN)
  const hair = [...models.hair, ...fitColourModel(lab, hairy, 3)]
  const cloth = [...models.cloth, ...inShade(models.cloth, skin)]
  return { ...models, hair, cloth, neck: shaded }
}

/** The light that the inside of a collar gets, as a share of that on the outside, by CIELAB's measure. */
const IN_SHADE = 0.75

/** Cloth in the shade is of other colours than skin by as much. */
const SHADED = 3

/** The colours of cloth in less light, but those of skin: a share of the light scales L* + 16, a* and b* alike. */
function inShade(cloth: ColourModel, skin: ColourModel): ColourModel {
  return cloth
    .map(([l, a, b]) => [(l + 16) * IN_SHADE - 16, a * IN_SHADE, b * IN_SHADE] as const)
    .filter((one) => skin.every((own) => labDistance(one, own) > SHADED))
}
