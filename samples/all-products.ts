import { BRACELETS } from './bracelets.ts'
import { EARRINGS } from './earrings.ts'
import { NECKLACES } from './necklaces.ts'
import type { ProductArt } from './product-art.ts'

/** A drawn product by its name. */
export function productNamed(name: string): ProductArt {
  const found = [...EARRINGS, ...NECKLACES, ...BRACELETS].find((art) => art.name === name)
  if (found) return found
  throw new Error(`There is no drawn product ${name}.`)
}
