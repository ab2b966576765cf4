import { PRODUCT_PICTURES } from '../../samples/product-pictures.ts'
import { drawTiles } from './draw-tiles.ts'

/** Draws good product pictures in the first row and bad ones in the second, each over its name: a JPEG. */
export async function drawProductPictures(): Promise<Buffer> {
  const sorted = PRODUCT_PICTURES.toSorted((a, b) => Number(b.isGood) - Number(a.isGood))
  const tiles = await Promise.all(
    sorted.map(async ({ name, isGood, draw }) => ({ name, isGood, picture: await draw() })),
  )
  return await drawTiles(tiles, { columns: 5, width: 160, height: 170 })
}
