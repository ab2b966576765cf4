import { BOTTOMS } from './bottoms.ts'
import type { GarmentArt } from './garment-art.ts'
import { TOPS } from './tops.ts'

export const GARMENTS: readonly GarmentArt[] = [...TOPS, ...BOTTOMS]

/** A drawn garment by its name. */
export function garmentNamed(name: string): GarmentArt {
  const found = GARMENTS.find((art) => art.name === name)
  if (found) return found
  throw new Error(`There is no drawn garment ${name}.`)
}
