import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import type { Point } from '../../../engine/geometry/point.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { hairBehind, head, neck } from '../../../samples/head.ts'
import type { Look } from '../../../samples/scene.ts'
import { createSvgContext } from '../../../samples/svg.ts'
import { svgFilters } from '../../../samples/svg-filters.ts'

/** A portrait to draw. Positions on the face are in its own units: crown at y 0, chin at y 100, x 0 in the middle. */
export type Portrait = {
  width?: number
  height?: number
  /** Pixels per unit of the face, which is 69 units wide. */
  scale?: number
  /** The middle of the face, as shares of the picture. */
  at?: Point
  look?: Partial<Look>
  tilt?: number
  /** SVG drawn over the skin, in the face's units: blemishes, lines, shine. */
  marks?: string
  /** A factor on the sRGB levels of the whole picture; 1 leaves them. */
  light?: number
  wall?: string
}

export type DrawnFace = {
  picture: Picture
  /** The pixel position of a point of the face. */
  pointAt: (x: number, y: number) => Point
  /** Pixels per unit of the face. */
  scale: number
}

const LOOK: Look = {
  skin: '#d9a384',
  hair: '#3a2a20',
  eyes: '#5b4632',
  hairCut: 'short',
  beard: false,
  top: { cut: 'tee', colour: '#5b6f82' },
  bottom: { cut: 'trousers', colour: '#333333' },
  shoes: '#222222',
}

const BUILD = { shoulders: 70, chest: 50, waist: 42, hips: 50, limbs: 1, neck: 17 }

const DRAWN = new Map<string, Promise<{ face: DrawnFace; sum: number }>>()

/**
 * Draws one face from the front. Equal portraits share one picture over all files of a process.
 * @throws when a test has changed the picture since: that test must take a copy
 */
export async function drawFace(portrait: Portrait = {}): Promise<DrawnFace> {
  const key = JSON.stringify(portrait)
  const drawing = DRAWN.get(key) ?? draw(portrait).then((face) => ({ face, sum: sumOf(face) }))
  DRAWN.set(key, drawing)
  const { face, sum } = await drawing
  if (sumOf(face) !== sum) throw new Error(`An earlier test changed the drawn face ${key}.`)
  return face
}

function sumOf({ picture }: DrawnFace): number {
  return crc32(picture.data)
}

async function draw(portrait: Portrait): Promise<DrawnFace> {
  const { width = 480, height = 570, scale = 4.65, at = { x: 0.5, y: 0.52 }, tilt = 0 } = portrait
  const look = { ...LOOK, ...portrait.look }
  const brush = createSvgContext(7)
  const parts = [hairBehind(brush, look, tilt), neck(brush, BUILD, look), head(brush, look, tilt)]
  const origin = { x: at.x * width, y: at.y * height - 52 * scale }
  const art = parts.map((part) => part.markup).join('') + (portrait.marks ?? '')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${svgFilters()}</defs>` +
    `<rect width="100%" height="100%" fill="${portrait.wall ?? '#b9bcb6'}"/>` +
    `<g transform="translate(${origin.x} ${origin.y}) scale(${scale})">${art}</g></svg>`
  const image = sharp(Buffer.from(svg)).removeAlpha()
  const lit = portrait.light === undefined ? image : image.linear(portrait.light, 0)
  const { data } = await lit.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return {
    picture: { width, height, data: new Uint8ClampedArray(data) },
    pointAt: (x, y) => ({ x: origin.x + x * scale, y: origin.y + y * scale }),
    scale,
  }
}
