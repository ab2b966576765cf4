import sharp from 'sharp'

/** In pixels: the gap between two panels, the margin around them, and the arm of a corner mark. */
const LAYOUT = { gutter: 14, margin: 14, mark: 26 } as const
const PAPER = '#f4f1ea'
const INK = '#2b2622'
/** The largest height of a panel in pixels. Larger pictures are scaled down. */
const MAX_PANEL_HEIGHT = 1400
/** A difference of this many levels (0-255) is shown at full strength. */
const FULL_STRENGTH_DIFFERENCE = 64

/**
 * Draws a before/after picture: the two side by side at the same scale with corner marks, and on request a third
 * panel. The third panel is the result in pale grey with every changed pixel in red, the stronger the larger the
 * change.
 * @param before an image file that sharp can read
 * @param after another of the same size
 * @returns a PNG
 * @throws RangeError when the two differ in size, sharp's Error when one is no picture
 */
export async function drawComparison(
  before: Uint8Array,
  after: Uint8Array,
  options: { difference?: boolean } = {},
): Promise<Buffer> {
  const [wanted, given] = await Promise.all([sizeOf(before), sizeOf(after)])
  if (wanted !== given) {
    throw new RangeError(`after must have the size of before, ${wanted}, not ${given}`)
  }
  const [from, to] = await Promise.all([readPixels(before), readPixels(after)])
  const panels = options.difference ? [from, to, difference(from, to)] : [from, to]
  return layOutPanels(panels, from.width, from.height)
}

type Pixels = { width: number; height: number; data: Buffer }

async function sizeOf(bytes: Uint8Array): Promise<string> {
  const { autoOrient } = await sharp(bytes).metadata()
  return `${autoOrient.width} × ${autoOrient.height}`
}

async function readPixels(bytes: Uint8Array): Promise<Pixels> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .resize({ height: MAX_PANEL_HEIGHT, withoutEnlargement: true })
    .flatten({ background: PAPER })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data }
}

/** Luma by the weights of ITU-R BT.601. A pixel's change is the largest change of its three channels. */
function difference(from: Pixels, to: Pixels): Pixels {
  const data = Buffer.alloc(to.data.length)
  for (let i = 0; i < data.length; i += 3) {
    const [r, g, b] = [to.data[i]!, to.data[i + 1]!, to.data[i + 2]!]
    const change = Math.max(
      Math.abs(r - from.data[i]!),
      Math.abs(g - from.data[i + 1]!),
      Math.abs(b - from.data[i + 2]!),
    )
    const grey = 150 + 0.4 * (0.299 * r + 0.587 * g + 0.114 * b)
    const heat = Math.min(1, change / FULL_STRENGTH_DIFFERENCE)
    data[i] = grey + (214 - grey) * heat
    data[i + 1] = grey + (40 - grey) * heat
    data[i + 2] = grey + (32 - grey) * heat
  }
  return { ...to, data }
}

function layOutPanels(panels: Pixels[], width: number, height: number): Promise<Buffer> {
  const { gutter, margin } = LAYOUT
  const across = margin * 2 + panels.length * width + (panels.length - 1) * gutter
  const down = margin * 2 + height
  const left = (i: number) => margin + i * (width + gutter)
  const pictures = panels.map(({ data }, i) => ({
    input: data,
    raw: { width, height, channels: 3 as const },
    left: left(i),
    top: margin,
  }))
  const marks = panels.map((_, i) => cornerMarks(left(i), width, height, i)).join('')
  const overlay = `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}">${marks}</svg>`
  return sharp({ create: { width: across, height: down, channels: 3, background: PAPER } })
    .composite([...pictures, { input: Buffer.from(overlay), left: 0, top: 0 }])
    .removeAlpha()
    .png({ compressionLevel: 6 })
    .toBuffer()
}

/**
 * A bracket in each corner. The first bracket has one dot in the picture before, two after, three in the difference.
 */
function cornerMarks(left: number, width: number, height: number, index: number): string {
  const { margin, mark } = LAYOUT
  const inset = 10
  const [x1, y1] = [left + inset, margin + inset]
  const [x2, y2] = [left + width - inset, margin + height - inset]
  const corner = (x: number, y: number, dx: number, dy: number) =>
    `M${x + dx * mark} ${y}H${x}V${y + dy * mark}`
  const path = [
    corner(x1, y1, 1, 1),
    corner(x2, y1, -1, 1),
    corner(x1, y2, 1, -1),
    corner(x2, y2, -1, -1),
  ].join('')
  const dots = Array.from(
    { length: index + 1 },
    (_, i) => `<circle cx="${x1 + 16 + i * 15}" cy="${y1 + 16}" r="4.5"/>`,
  )
  const under = `<path d="${path}" fill="none" stroke="${PAPER}" stroke-opacity="0.75" stroke-width="5"/>`
  const over = `<path d="${path}" fill="none" stroke="${INK}" stroke-width="2"/>`
  const spots = `<g fill="${INK}" stroke="${PAPER}" stroke-opacity="0.75" stroke-width="2">${dots.join('')}</g>`
  return under + over + spots
}
