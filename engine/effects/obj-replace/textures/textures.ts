import type { Material } from '../../../../catalog/object-prompt/material-words.ts'
import { brick, marble, metal, stone, wood } from './hard.ts'
import { denim, grass, knit, leather, sand, water } from './soft.ts'
import type { Texture } from './texture.ts'

/** Of what is flat even faint lines of the old surface go; clothes keep their folds. */
const FLAT = 0.02
const FOLDS = 0.004

/** How each material is painted, and how it takes the light. */
export const TEXTURES: Readonly<Record<Material, Texture>> = {
  wood: { paint: wood, gloss: 0.35, contrast: 0.9, shading: FLAT, runs: true },
  marble: { paint: marble, gloss: 0.8, contrast: 0.85, shading: FLAT },
  brick: { paint: brick, gloss: 0, contrast: 0.9, shading: FLAT, runs: true },
  stone: { paint: stone, gloss: 0.1, contrast: 0.9, shading: FLAT },
  grass: { paint: grass, gloss: 0, contrast: 0.8, shading: FLAT },
  sand: { paint: sand, gloss: 0, contrast: 0.85, shading: FLAT },
  water: { paint: water, gloss: 1, contrast: 0.7, shading: FLAT },
  denim: { paint: denim, gloss: 0, contrast: 0.95, shading: FOLDS },
  knit: { paint: knit, gloss: 0, contrast: 0.85, shading: FOLDS },
  leather: { paint: leather, gloss: 0.6, contrast: 1.1, shading: FOLDS },
  metal: { paint: metal, gloss: 1, contrast: 1.5, shading: FOLDS, runs: true },
}
