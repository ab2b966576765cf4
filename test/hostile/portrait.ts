import sharp, { type Sharp } from 'sharp'
import { type DrawnFace, drawFace, type Portrait } from '../engine/face/draw-face.ts'

/** What is behind the drawn face, where no effect may change anything. */
export const WALL = { r: 185, g: 188, b: 182 } as const

const SMALL = { width: 400, height: 480, scale: 3.9 } as const

/** A drawn face before a plain wall, 400 × 480 unless asked otherwise, as pixels without alpha. */
export async function portrait(wanted: Portrait = {}): Promise<Sharp> {
  return sharpOf((await drawFace({ ...SMALL, ...wanted })).picture).removeAlpha()
}

/** The same as a JPEG. */
export async function portraitJpeg(wanted: Portrait = {}): Promise<Buffer> {
  return await (await portrait(wanted)).jpeg({ quality: 92 }).toBuffer()
}

/**
 * The face alone, its surroundings transparent: there the hidden colour is a loud magenta, which must never be seen.
 */
export async function cutOut(): Promise<Buffer> {
  const [black, white] = await Promise.all(
    ['#000000', '#ffffff'].map((wall) => drawFace({ ...SMALL, wall })),
  )
  const { width, height, data } = black!.picture
  const bright = white!.picture.data
  const cut = new Uint8ClampedArray(data.length)
  for (let at = 0; at < data.length; at += 4) {
    const alpha = 255 - (bright[at + 1]! - data[at + 1]!)
    cut[at + 3] = alpha
    for (let c = 0; c < 3; c++) {
      cut[at + c] = alpha === 0 ? [255, 0, 255][c]! : (data[at + c]! * 255) / alpha
    }
  }
  return await sharpOf({ width, height, data: cut }).png().toBuffer()
}

/** Fifty faces in five rows of ten. */
export async function fifty(): Promise<{ jpeg: Buffer; step: number }> {
  const step = 170
  const { data, info } = await (await portrait())
    .resize(step, 204)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const raw = { width: info.width, height: info.height, channels: 3 as const }
  const faces = Array.from({ length: 50 }, (_, at) => ({
    input: data,
    raw,
    left: (at % 10) * step,
    top: Math.floor(at / 10) * info.height,
  }))
  const sheet = { width: 10 * step, height: 5 * info.height, channels: 3 as const }
  const jpeg = await sharp({ create: { ...sheet, background: WALL } })
    .composite(faces)
    .jpeg({ quality: 92 })
    .toBuffer()
  return { jpeg, step }
}

function sharpOf({ width, height, data }: DrawnFace['picture']): Sharp {
  return sharp(data, { raw: { width, height, channels: 4 } })
}
