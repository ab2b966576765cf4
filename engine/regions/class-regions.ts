import type { ModelClass } from '../models/model-manifest.ts'
import type { RegionName } from './region-names.ts'

/**
 * The regions that a class of a user's model stands for. Of a class that stands for several, each takes the part that
 * it has where no model is there, and where none has any, the first takes all.
 */
export const CLASS_REGIONS: Readonly<Record<ModelClass, readonly RegionName[]>> = {
  background: [],
  hair: ['hair'],
  'face-skin': ['face-skin'],
  brows: ['face-skin'],
  eyes: ['face-skin'],
  nose: ['face-skin'],
  lips: ['face-skin'],
  ears: ['face-skin'],
  'body-skin': ['body-skin'],
  neck: ['body-skin'],
  arms: ['body-skin'],
  legs: ['body-skin'],
  skin: ['body-skin', 'face-skin'],
  clothes: ['upper-garment', 'lower-garment', 'shoes'],
  'upper-garment': ['upper-garment'],
  'lower-garment': ['lower-garment'],
  dress: ['upper-garment', 'lower-garment'],
  shoes: ['shoes'],
  other: ['other'],
}
