import type { Material } from '../../../../catalog/object-prompt/material-words.ts'
import { TEXTURES_FLAT, TEXTURES_FOLDS } from '../tuning.ts'
import { brick, marble, metal, stone, wood } from './hard.ts'
import { denim, grass, knit, leather, sand, water } from './soft.ts'
import type { Texture } from './texture.ts'

/** How each material is painted, and how it takes the light. */
export const TEXTURES: Readonly<Record<Material, Texture>> = {
  wood: { paint: wood, gloss: 0.35, contrast: 0.9, shading: TEXTURES_FLAT, runs: true },
  marble: { paint: marble, gloss: 0.8, contrast: 0.85, shading: TEXTURES_FLAT },
  brick: { paint: brick, gloss: 0, contrast: 0.9, shading: TEXTURES_FLAT, runs: true },
  stone: { paint: stone, gloss: 0.1, contrast: 0.9, shading: TEXTURES_FLAT },
  grass: { paint: grass, gloss: 0, contrast: 0.8, shading: TEXTURES_FLAT },
  sand: { paint: sand, gloss: 0, contrast: 0.85, shading: TEXTURES_FLAT },
  water: { paint: water, gloss: 1, contrast: 0.7, shading: TEXTURES_FLAT },
  denim: { paint: denim, gloss: 0, contrast: 0.95, shading: TEXTURES_FOLDS },
  knit: { paint: knit, gloss: 0, contrast: 0.85, shading: TEXTURES_FOLDS },
  leather: { paint: leather, gloss: 0.6, contrast: 1.1, shading: TEXTURES_FOLDS },
  metal: { paint: metal, gloss: 1, contrast: 1.5, shading: TEXTURES_FOLDS, runs: true },
}
