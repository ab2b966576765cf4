import sharp from 'sharp'
import { PRODUCT_PICTURES, type ProductPicture } from '../../samples/product-pictures.ts'

/** Pixels of a picture, of the line with its name, and between two. */
const TILE = 190
const NAME = 28
const GAP = 12
const COLUMNS = 4

/** Draws good product pictures in the first row and bad ones in the second, each over its name: a JPEG. */
export async function drawProductPictures(): Promise<Buffer> {
  const sorted = PRODUCT_PICTURES.toSorted((a, b) => Number(b.isGood) - Number(a.isGood))
  const tiles = await Promise.all(
    sorted.map(async (picture, at) => ({
      input: await drawTile(picture),
      left: (at % COLUMNS) * (TILE + GAP),
      top: Math.floor(at / COLUMNS) * (TILE + NAME + GAP),
    })),
  )
  const rows = Math.ceil(sorted.length / COLUMNS)
  const size = { width: COLUMNS * (TILE + GAP) - GAP, height: rows * (TILE + NAME + GAP) - GAP }
  return await sharp({ create: { ...size, channels: 3, background: '#ffffff' } })
    .composite(tiles)
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}

async function drawTile({ name, isGood, draw }: ProductPicture): Promise<Buffer> {
  const source = sharp(await draw())
  const { hasAlpha } = await source.metadata()
  const picture = await source
    .resize(TILE - 4, TILE - 4, { fit: 'contain', background: hasAlpha ? '#ffffff00' : '#ffffff' })
    .png()
    .toBuffer()
  const squares =
    '<pattern id="p" width="16" height="16" patternUnits="userSpaceOnUse"><path d="M0 0H8V8H16V16H8V8H0Z" ' +
    'fill="#e3e3e3"/></pattern>'
  const colour = isGood ? '#2c7a4b' : '#b3362c'
  const under =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${TILE}" height="${TILE + NAME}"><defs>${squares}</defs>` +
    `<rect width="100%" height="100%" fill="#fff"/><rect width="${TILE}" height="${TILE}" fill="url(#p)"/>` +
    `<rect x="1" y="1" width="${TILE - 2}" height="${TILE - 2}" fill="none" stroke="${colour}" stroke-width="2"/>` +
    `<text x="${TILE / 2}" y="${TILE + 19}" text-anchor="middle" font-family="sans-serif" font-size="14" ` +
    `fill="${colour}">${isGood ? '✓' : '✗'} ${name}</text></svg>`
  return await sharp(Buffer.from(under))
    .composite([{ input: picture, left: 2, top: 2 }])
    .png()
    .toBuffer()
}
