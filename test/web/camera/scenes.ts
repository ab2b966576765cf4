import sharp from 'sharp'
import { onePerson } from '../../../samples/one-person.ts'
import { portrait } from '../../../samples/portrait.ts'
import { twoPeople } from '../../../samples/two-people.ts'

/** What a camera sees: 1280 x 720 as most do. */
export const FRAME = { width: 1280, height: 720 } as const

type Placed = {
  /** The height of the drawing, and where its middle lies, pixels of the frame. */
  height: number
  x?: number
  top?: number
  rotate?: number
  /** What its light is multiplied by. */
  light?: number
}

/** Puts a drawing into a frame of an even wall. */
async function frame(png: Buffer, { height, x = 640, top, rotate = 0, light = 1 }: Placed) {
  const background = '#b8b2a8'
  const drawn = await sharp(png).resize({ height }).rotate(rotate, { background }).png().toBuffer()
  const { width = 0, height: tall = 0 } = await sharp(drawn).metadata()
  const left = Math.round(x - width / 2)
  const upper = top ?? FRAME.height - tall
  // What lies outside of the frame is cut off first: sharp places only what fits.
  const cut = {
    left: Math.max(0, -left),
    top: Math.max(0, -upper),
    width: Math.min(width, FRAME.width - left) - Math.max(0, -left),
    height: Math.min(tall, FRAME.height - upper) - Math.max(0, -upper),
  }
  const input = await sharp(drawn).extract(cut).png().toBuffer()
  return await sharp({ create: { ...FRAME, channels: 3, background } })
    .composite([{ input, left: Math.max(0, left), top: Math.max(0, upper) }])
    .png()
    .toBuffer()
    .then((all) => sharp(all).linear(light, 0).jpeg({ quality: 95 }).toBuffer())
}

/** Frames as JPEGs: drawn people at the distances, places and lights that the modes tell apart. */
export const SCENES = {
  closeUp: async () => frame((await portrait()).png, { height: 620 }),
  small: async () => frame((await portrait()).png, { height: 360 }),
  aside: async () => frame((await portrait()).png, { height: 620, x: 470 }),
  tilted: async () => frame((await portrait()).png, { height: 640, rotate: 24, top: 40 }),
  dark: async () => frame((await portrait()).png, { height: 620, light: 0.22 }),
  head: async () => frame((await portrait()).png, { height: 400, top: 190 }),
  bust: async () => frame((await onePerson()).png, { height: 2_400, top: -10 }),
  two: async () => frame((await twoPeople()).png, { height: 1_900, top: 0 }),
  nobody: async () =>
    sharp({ create: { ...FRAME, channels: 3, background: '#b8b2a8' } })
      .jpeg()
      .toBuffer(),
} as const

export type SceneName = keyof typeof SCENES
