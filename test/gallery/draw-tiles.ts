import sharp from 'sharp'

/** A picture over its name, in the colour of good or bad. */
export type Tile = { name: string; isGood: boolean; picture: Uint8Array }

/** Pixels of the line with a name, and between two tiles. */
const NAME = 28
const GAP = 12

/** Draws tiles in rows, each with its picture fitted into `width` x `height` pixels: a JPEG. */
export async function drawTiles(
  tiles: readonly Tile[],
  { columns, width, height }: { columns: number; width: number; height: number },
): Promise<Buffer> {
  const placed = await Promise.all(
    tiles.map(async (tile, at) => ({
      input: await drawTile(tile, width, height),
      left: (at % columns) * (width + GAP),
      top: Math.floor(at / columns) * (height + NAME + GAP),
    })),
  )
  const rows = Math.ceil(tiles.length / columns)
  const size = { width: columns * (width + GAP) - GAP, height: rows * (height + NAME + GAP) - GAP }
  return await sharp({ create: { ...size, channels: 3, background: '#ffffff' } })
    .composite(placed)
    .jpeg({ quality: 80, mozjpeg: true })
    .toBuffer()
}

async function drawTile(
  { name, isGood, picture }: Tile,
  width: number,
  height: number,
): Promise<Buffer> {
  const source = sharp(picture)
  const { hasAlpha } = await source.metadata()
  const fitted = await source
    .resize(width - 4, height - 4, {
      fit: 'contain',
      background: hasAlpha ? '#ffffff00' : '#ffffff',
    })
    .png()
    .toBuffer()
  const squares =
    '<pattern id="p" width="16" height="16" patternUnits="userSpaceOnUse"><path d="M0 0H8V8H16V16H8V8H0Z" ' +
    'fill="#e3e3e3"/></pattern>'
  const colour = isGood ? '#2c7a4b' : '#b3362c'
  const under =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height + NAME}"><defs>${squares}</defs>` +
    `<rect width="100%" height="100%" fill="#fff"/><rect width="${width}" height="${height}" fill="url(#p)"/>` +
    `<rect x="1" y="1" width="${width - 2}" height="${height - 2}" fill="none" stroke="${colour}" stroke-width="2"/>` +
    `<text x="${width / 2}" y="${height + 19}" text-anchor="middle" font-family="sans-serif" font-size="14" ` +
    `fill="${colour}">${isGood ? '✓' : '✗'} ${name}</text></svg>`
  return await sharp(Buffer.from(under))
    .composite([{ input: fitted, left: 2, top: 2 }])
    .png()
    .toBuffer()
}
