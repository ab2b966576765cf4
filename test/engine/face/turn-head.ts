import sharp from 'sharp'
import type { Picture } from '../../../engine/raster/picture.ts'
import type { DrawnBust } from '../../../samples/bust.ts'

/** Where a drawn head is, pixels. */
type DrawnHead = { x: number; y: number; halfWidth: number; halfHeight: number }

/** Degrees: yaw to the person's left, pitch upwards. One of them only. */
type Turn = { yaw?: number; pitch?: number }

/** The middle of a drawn head below its crown, and its half width and height, in half widths of its face. */
const HEAD = { middle: 1.6, halfWidth: 1.12, halfHeight: 1.6 } as const

/** Where the crown of a bust is, as a share of the picture's height. */
const CROWN = 0.1

/** How far the nose stands out of the head, and how large it is, in half widths of the head. */
const NOSE = { height: 0.22, below: 0.22, across: 0.16, along: 0.3 } as const

/** The depth of a head in half widths of its face. */
const DEPTH = 1.15

/**
 * Turns a head that is drawn from the front, as if it were an ellipsoid with a nose: each pixel of the turned head
 * shows the drawing's at the same place of the surface.
 */
export function turnHead(
  { width, height, data }: Picture,
  { x: cx, y: cy, halfWidth, halfHeight }: DrawnHead,
  { yaw = 0, pitch = 0 }: Turn,
): Picture {
  const turned = Uint8ClampedArray.from(data)
  const depth = (u: number, v: number): number => {
    const nose = Math.exp(-((u / NOSE.across) ** 2) - ((v - NOSE.below) / NOSE.along) ** 2)
    return DEPTH * Math.sqrt(Math.max(0, 1 - u * u - v * v)) + NOSE.height * nose
  }
  const [along, by] = yaw !== 0 ? ['u', yaw] : ['v', -pitch]
  const [cos, sin] = [Math.cos((by * Math.PI) / 180), Math.sin((by * Math.PI) / 180)]
  /** The place on the drawing that a place of the turned head shows. */
  const drawnAt = (to: number, other: number): number => {
    const edge = Math.sqrt(Math.max(0, 1 - other * other))
    let from = to * cos - DEPTH * Math.sqrt(Math.max(0, edge * edge - to * to)) * sin
    for (let round = 0; round < 6; round++) {
      const z = along === 'u' ? depth(from, other) : depth(other, from)
      from = 0.5 * from + 0.5 * ((to - z * sin) / cos)
    }
    return Math.min(edge, Math.max(-edge, from))
  }
  for (let y = Math.floor(cy - halfHeight); y < cy + halfHeight; y++) {
    for (let x = Math.floor(cx - halfWidth); x < cx + halfWidth; x++) {
      const [u, v] = [(x - cx) / halfWidth, (y - cy) / halfHeight]
      if (u * u + v * v >= 1 || x < 0 || y < 0 || x >= width || y >= height) continue
      const [fromU, fromV] = along === 'u' ? [drawnAt(u, v), v] : [u, drawnAt(v, u)]
      const column = Math.min(width - 1, Math.max(0, Math.round(cx + fromU * halfWidth)))
      const row = Math.min(height - 1, Math.max(0, Math.round(cy + fromV * halfHeight)))
      const from = (row * width + column) * 4
      turned.set(data.subarray(from, from + 4), (y * width + x) * 4)
    }
  }
  return { width, height, data: turned }
}

/** Where the head of a drawing is. @param half half the face's width @param crown the y of its upper end */
export function headAt(middle: number, crown: number, half: number): DrawnHead {
  const { halfWidth, halfHeight } = HEAD
  const y = crown + HEAD.middle * half
  return { x: middle, y, halfWidth: halfWidth * half, halfHeight: halfHeight * half }
}

/** A drawn bust whose head is not tilted, with its head turned. */
export async function turnBust({ png, worn }: DrawnBust, turn: Turn): Promise<Picture> {
  const image = sharp(png).ensureAlpha().raw()
  const { data, info } = await image.toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const picture = { width, height, data: new Uint8ClampedArray(data) }
  return turnHead(picture, headAt(width / 2, CROWN * height, worn.faceWidth / 2), turn)
}
