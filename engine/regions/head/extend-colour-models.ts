import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { FACE } from '../../vision/faces/face.ts'
import { type ColourModel, colourDistance, fitColourModel, labDistance } from '../colour-model.ts'
import type { HeadShares } from '../region-names.ts'
import {
  IN_SHADE,
  WIDER_MODELS_FALL,
  WIDER_MODELS_NECK,
  WIDER_MODELS_SHADED,
  WIDER_MODELS_SURE,
  WIDER_MODELS_UNLIKE_SKIN,
} from '../tuning.ts'
import type { HeadModels } from './head-models.ts'
import type { HeadGrid } from './region-grid.ts'

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
        shares.skin[at]! > WIDER_MODELS_SURE.skin &&
        down > WIDER_MODELS_NECK.from &&
        down < WIDER_MODELS_NECK.to &&
        beside < WIDER_MODELS_NECK.beside
      )
        neck.push(at)
      const isBeside = beside > WIDER_MODELS_FALL.from && beside < WIDER_MODELS_FALL.to
      if (
        shares.hair[at]! > WIDER_MODELS_SURE.hair &&
        isBeside &&
        down > WIDER_MODELS_FALL.above &&
        down < WIDER_MODELS_FALL.below
      )
        fall.push(at)
    }
  }
  const shaded = fitColourModel(lab, neck, 3)
  const skin = [...models.skin, ...shaded]
  const hairy = fall.filter((at) => colourDistance(lab, at, skin) > WIDER_MODELS_UNLIKE_SKIN)
  const hair = [...models.hair, ...fitColourModel(lab, hairy, 3)]
  const cloth = [...models.cloth, ...inShade(models.cloth, skin)]
  return { ...models, hair, cloth, neck: shaded }
}

/** The colours of cloth in less light, but those of skin: a share of the light scales L* + 16, a* and b* alike. */
function inShade(cloth: ColourModel, skin: ColourModel): ColourModel {
  return cloth
    .map(([l, a, b]) => [(l + 16) * IN_SHADE - 16, a * IN_SHADE, b * IN_SHADE] as const)
    .filter((one) => skin.every((own) => labDistance(one, own) > WIDER_MODELS_SHADED))
}
