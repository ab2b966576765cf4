import sharp from 'sharp'
import type { ProductArt } from './product-art.ts'

/** What a drawing of any product has. */
type Art = Pick<ProductArt, 'width' | 'height' | 'markup'>

/** How a product is photographed. */
export type ProductPhoto = {
  /** A colour, or none for a transparent PNG. */
  ground?: string | 'transparent'
  /** A soft shadow on the ground, 0–1. */
  shadow?: number
  /** Pixels per unit of the drawing. */
  scale?: number
  /** Room around the drawing, in its units. */
  margin?: number
}

/** A picture of a product as shops have it, as a PNG. */
export async function drawProduct(art: Art, photo: ProductPhoto = {}): Promise<Buffer> {
  const { ground = '#ffffff', shadow = 0.35, scale = 2, margin = 40 } = photo
  const [width, height] = [art.width + 2 * margin, art.height + 2 * margin]
  const cast =
    shadow === 0
      ? ''
      : `<g filter="url(#cast)" transform="translate(8 12)" opacity="${shadow}">${art.markup}</g>`
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * scale)}" height="${Math.round(height * scale)}" ` +
    `viewBox="${-margin} ${-margin} ${width} ${height}"><defs><filter id="cast" x="-30%" y="-30%" width="160%" height="160%">` +
    '<feColorMatrix values="0 0 0 0 0.12  0 0 0 0 0.11  0 0 0 0 0.13  0 0 0 1 0"/>' +
    '<feGaussianBlur stdDeviation="9"/></filter></defs>' +
    (ground === 'transparent'
      ? ''
      : `<rect x="${-margin}" y="${-margin}" width="${width}" height="${height}" fill="${ground}"/>${cast}`) +
    `${art.markup}</svg>`
  const image = sharp(Buffer.from(svg))
  return await (ground === 'transparent' ? image : image.removeAlpha()).png().toBuffer()
}

/** A picture of two of a product side by side, the right one mirrored, as shops show pairs of earrings. */
export async function drawPair(art: ProductArt, photo: ProductPhoto = {}): Promise<Buffer> {
  const gap = 0.5 * art.width
  const other = `<g transform="translate(${2 * art.width + gap} 0) scale(-1 1)">${art.markup}</g>`
  return await drawProduct(
    { ...art, width: 2 * art.width + gap, markup: art.markup + other },
    photo,
  )
}
