import type { Material } from '../../../../catalog/object-prompt/material-words.ts'
import { brick, marble, metal, stone, wood } from './hard.ts'
import { denim, grass, knit, leather, sand, water } from './soft.ts'
import type { Texture } from './texture.ts'

/** How each material is painted, and how it takes the light. */
export const TEXTURES: Readonly<Record<Material, Texture>> = {
  wood: { paint: wood, gloss: 0.35, contrast: 0.9 },
  marble: { paint: marble, gloss: 0.8, contrast: 0.85 },
  brick: { paint: brick, gloss: 0, contrast: 0.9 },
  stone: { paint: stone, gloss: 0.1, contrast: 0.9 },
  grass: { paint: grass, gloss: 0, contrast: 0.8 },
  sand: { paint: sand, gloss: 0, contrast: 0.85 },
  water: { paint: water, gloss: 1, contrast: 0.7 },
  denim: { paint: denim, gloss: 0, contrast: 0.95 },
  knit: { paint: knit, gloss: 0, contrast: 0.85 },
  leather: { paint: leather, gloss: 0.6, contrast: 1.1 },
  metal: { paint: metal, gloss: 1, contrast: 1.5 },
}
