import sharp from 'sharp'

/** One row of a sheet: pictures from left to right, and what is written above them. */
export type SheetRow = { words: string; pictures: readonly (Uint8Array | undefined)[] }

/** Pixels of a cell's side, and of the line of words above it. */
const CELL = 360
const WORDS = 24

/** Draws rows of pictures with words above, in as many columns as make a square, as a PNG. */
export async function drawRealSheet(rows: readonly SheetRow[]): Promise<Buffer> {
  const columns = Math.max(...rows.map(({ pictures }) => pictures.length))
  const [width, height] = [columns * CELL, CELL + WORDS]
  const beside = Math.max(1, Math.round(Math.sqrt((rows.length * height) / width)))
  const parts = await Promise.all(
    rows.map(async (row, n) => {
      const left = (n % beside) * width
      const top = Math.floor(n / beside) * height
      const cells = row.pictures.map(async (bytes, at) => ({
        input: bytes ? await cellOf(bytes) : EMPTY,
        left: left + at * CELL,
        top: top + WORDS,
      }))
      return [{ input: wordsOf(row.words, width), left, top }, ...(await Promise.all(cells))]
    }),
  )
  const create = {
    width: beside * width,
    height: Math.ceil(rows.length / beside) * height,
    channels: 3 as const,
    background: '#ffffff',
  }
  return await sharp({ create, limitInputPixels: false }).composite(parts.flat()).png().toBuffer()
}

async function cellOf(bytes: Uint8Array): Promise<Buffer> {
  return await sharp(bytes)
    .autoOrient()
    .flatten({ background: '#ff00ff' })
    .resize(CELL, CELL, { fit: 'contain', background: '#808080' })
    .png()
    .toBuffer()
}

const EMPTY = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${CELL}" height="${CELL}">` +
    `<rect width="100%" height="100%" fill="#e8e4dc"/>` +
    `<path d="M0 0L${CELL} ${CELL}M${CELL} 0L0 ${CELL}" stroke="#b03020" stroke-width="2"/></svg>`,
)

function wordsOf(words: string, width: number): Buffer {
  const shown = words.slice(0, Math.floor(width / 6.6))
  const safe = shown.replace(/[<>&]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${WORDS}">` +
      `<rect width="100%" height="100%" fill="#ffffff"/>` +
      `<text x="4" y="17" font-family="sans-serif" font-size="13">${safe}</text></svg>`,
  )
}
