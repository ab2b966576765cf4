import type { Material } from '../../../../catalog/object-prompt/material-words.ts'
import { TEXTURES_FLAT, TEXTURES_FOLDS, TEXTURES_LIT } from '../tuning.ts'
import { brick, marble, metal, stone, wood } from './hard.ts'
import { denim, grass, knit, leather, sand, water } from './soft.ts'
import type { Texture } from './texture.ts'

/** How each material is painted, and how it takes the light. */
export const TEXTURES: Readonly<Record<Material, Texture>> = {
  wood: { paint: wood, ...TEXTURES_LIT.wood, shading: TEXTURES_FLAT, runs: true },
  marble: { paint: marble, ...TEXTURES_LIT.marble, shading: TEXTURES_FLAT },
  brick: { paint: brick, ...TEXTURES_LIT.brick, shading: TEXTURES_FLAT, runs: true },
  stone: { paint: stone, ...TEXTURES_LIT.stone, shading: TEXTURES_FLAT },
  grass: { paint: grass, ...TEXTURES_LIT.grass, shading: TEXTURES_FLAT },
  sand: { paint: sand, ...TEXTURES_LIT.sand, shading: TEXTURES_FLAT },
  water: { paint: water, ...TEXTURES_LIT.water, shading: TEXTURES_FLAT },
  denim: { paint: denim, ...TEXTURES_LIT.denim, shading: TEXTURES_FOLDS },
  knit: { paint: knit, ...TEXTURES_LIT.knit, shading: TEXTURES_FOLDS },
  leather: { paint: leather, ...TEXTURES_LIT.leather, shading: TEXTURES_FOLDS },
  metal: { paint: metal, ...TEXTURES_LIT.metal, shading: TEXTURES_FOLDS, runs: true },
}
