import sharp from 'sharp'
import { bust } from '../../../samples/bust.ts'
import { onePerson } from '../../../samples/one-person.ts'
import { portrait } from '../../../samples/portrait.ts'
import { wrist } from '../../../samples/wrist.ts'
import { turnBust } from '../../engine/face/turn-head.ts'

/** What a camera sees: 1280 x 720 as most do. */
export const FRAME = { width: 1280, height: 720 } as const

type Placed = {
  /** The height of the drawing, and where its middle and its top lie, pixels of the frame. At its foot otherwise. */
  height: number
  x?: number
  top?: number | 'middle'
  rotate?: number
  /** What its light is multiplied by. */
  light?: number
}

const WALL = '#b8b2a8'

/** Puts a drawing into a frame of an even wall. */
export async function placeInFrame(
  png: Buffer,
  { height, x = FRAME.width / 2, top, rotate = 0, light = 1 }: Placed,
): Promise<Buffer> {
  const sized = await sharp(png).resize({ height }).png({ compressionLevel: 1 }).toBuffer()
  const { data, info } = await sharp(sized)
    .rotate(rotate, { background: WALL })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height: tall } = info
  const left = Math.round(x - width / 2)
  const upper =
    top === 'middle' ? Math.round((FRAME.height - tall) / 2) : (top ?? FRAME.height - tall)
  // What lies outside of the frame is cut off first: sharp places only what fits.
  const cut = {
    left: Math.max(0, -left),
    top: Math.max(0, -upper),
    width: Math.min(width, FRAME.width - left) - Math.max(0, -left),
    height: Math.min(tall, FRAME.height - upper) - Math.max(0, -upper),
  }
  const raw = { raw: { width, height: tall, channels: 3 } } as const
  const input = await sharp(data, raw).extract(cut).png({ compressionLevel: 1 }).toBuffer()
  const placed = await sharp({ create: { ...FRAME, channels: 3, background: WALL } })
    .composite([{ input, left: Math.max(0, left), top: Math.max(0, upper) }])
    .removeAlpha()
    .raw()
    .toBuffer()
  return await sharp(placed, { raw: { ...FRAME, channels: 3 } })
    .linear(light, 0)
    .jpeg({ quality: 95 })
    .toBuffer()
}

/** Draws once what several scenes show. */
function once<Made>(draw: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined
  return () => {
    made ??= draw()
    return made
  }
}

const drawnPortrait = once(portrait)
const drawnPerson = once(onePerson)
/** Head and shoulders, upright, the crown a tenth below the upper edge. */
const drawnBust = once(() => bust('maren', { ...FRAME, face: 0.18, tilt: 0 }))
/** A hand that hangs into the picture, seen from its back. */
const drawnHand = once(() => wrist('henrik', { width: 960, height: 720 }))

async function turned(turn: { yaw?: number; pitch?: number }): Promise<Buffer> {
  const { data } = await turnBust(await drawnBust(), turn)
  const raw = { raw: { ...FRAME, channels: 4 } } as const
  return await sharp(data, raw).jpeg({ quality: 95 }).toBuffer()
}

/** An open mouth with its upper teeth, in the units of a figure whose chin is 100 below its crown. */
const SMILE =
  '<path d="M-15 77Q-7 74 0 75.4Q7 74 15 77Q9 91.5 0 92Q-9 91.5 -15 77Z" fill="#9a4a44"/>' +
  '<path d="M-12.6 78Q0 77 12.6 78Q8 88.6 0 89Q-8 88.6 -12.6 78Z" fill="#3a1210"/>' +
  '<path d="M-12 78.2Q0 77.2 12 78.2Q9.5 85 0 85.6Q-9.5 85 -12 78.2Z" fill="#ece6da"/>'

async function smiling(light = 1): Promise<Buffer> {
  const face = 0.22
  const { png } = await bust('maren', { ...FRAME, face, tilt: 0 })
  const scale = (face * FRAME.width) / 69
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${FRAME.width}" height="${FRAME.height}">` +
    `<g transform="translate(${FRAME.width / 2} ${0.1 * FRAME.height}) scale(${scale})">${SMILE}</g></svg>`
  const drawn = await sharp(png)
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer()
  return await sharp(drawn).linear(light, 0).jpeg({ quality: 95 }).toBuffer()
}

/** The drawn hand with a sleeve down to the wrist's joint. */
async function sleeved(): Promise<Buffer> {
  const { png, worn } = await drawnHand()
  const { joint, along, width } = worn
  const far = { x: joint.x + along.x * 600, y: joint.y + along.y * 600 }
  const cloth =
    '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="720">' +
    `<path d="M${joint.x} ${joint.y}L${far.x} ${far.y}" stroke="#27465e" stroke-width="${1.6 * width}"/></svg>`
  return await sharp(png)
    .composite([{ input: Buffer.from(cloth) }])
    .png()
    .toBuffer()
}

/** Frames as JPEGs: drawn people and hands at the distances, places and lights that the modes tell apart. */
export const SCENES = {
  closeUp: once(async () => placeInFrame((await drawnPortrait()).png, { height: 620 })),
  small: once(async () => placeInFrame((await drawnPortrait()).png, { height: 360 })),
  aside: once(async () => placeInFrame((await drawnPortrait()).png, { height: 620, x: 470 })),
  tilted: once(async () =>
    placeInFrame((await drawnPortrait()).png, { height: 640, rotate: 24, top: 40 }),
  ),
  dark: once(async () => placeInFrame((await drawnPortrait()).png, { height: 620, light: 0.22 })),
  head: once(async () => placeInFrame((await drawnPortrait()).png, { height: 400, top: 190 })),
  bust: once(async () => placeInFrame((await drawnPerson()).png, { height: 2_400, top: -10 })),
  turnedRight: once(() => turned({ yaw: -40 })),
  turnedLeft: once(() => turned({ yaw: 38 })),
  bowed: once(() => turned({ pitch: -36 })),
  smile: once(() => smiling()),
  hand: once(async () => placeInFrame((await drawnHand()).png, { height: 720 })),
  smallHand: once(async () => placeInFrame((await drawnHand()).png, { height: 430 })),
  cutHand: once(async () => placeInFrame((await drawnHand()).png, { height: 960, top: 0 })),
  darkHand: once(async () =>
    placeInFrame((await wrist('amara', { width: 960, height: 720 })).png, {
      height: 720,
      light: 0.42,
    }),
  ),
  sleeve: once(async () => placeInFrame(await sleeved(), { height: 720 })),
  palm: once(async () =>
    placeInFrame(
      await sharp((await drawnHand()).png)
        .flop()
        .png()
        .toBuffer(),
      { height: 720 },
    ),
  ),
  nobody: once(async () =>
    sharp({ create: { ...FRAME, channels: 3, background: WALL } })
      .jpeg()
      .toBuffer(),
  ),
} as const satisfies Record<string, () => Promise<Buffer>>

export type SceneName = keyof typeof SCENES
