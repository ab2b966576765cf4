import sharp from 'sharp'
import { type Frame, planesOf } from '../../../engine/video/video-info.ts'
import { onePerson } from '../../../samples/one-person.ts'
import { drawScene } from '../fill/draw-scene.ts'

/** A drawn woman who goes to and fro in a drawn room, with what of each frame is hers. */
export type Walk = {
  width: number
  height: number
  count: number
  draw(frame: Frame, at: number): void
  /** 255 where she is. */
  truth(at: number): Uint8Array
}

/** Draws the parts of a walk once; its frames are then put together. */
export async function drawWalk(width = 320, height = 240, count = 24): Promise<Walk> {
  const [{ png, truth }, scene] = await Promise.all([onePerson(), drawScene('room')])
  const [person] = truth.people
  const { box, mask } = person!
  const size = {
    height: Math.round(0.86 * height),
    width: Math.round((0.86 * height * box.width) / box.height),
  }
  const cut = sharp(png).extract(box).resize(size.width, size.height).removeAlpha().raw().toBuffer()
  const raw = { raw: { width: mask.width, height: mask.height, channels: 1 as const } }
  const [rgb, alpha, room] = await Promise.all([
    cut,
    sharp(mask.data, raw)
      .extract(box)
      .resize(size.width, size.height)
      .extractChannel(0)
      .raw()
      .toBuffer(),
    sharp(scene).resize(width, height, { fit: 'cover' }).removeAlpha().raw().toBuffer(),
  ])
  const left = (at: number): number =>
    Math.round((width - size.width) / 2 + 0.12 * width * Math.sin((at / count) * 2 * Math.PI))
  const top = height - size.height - 2
  const place = (at: number, put: (to: number, from: number) => void): void => {
    for (let y = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++) {
        put((top + y) * width + left(at) + x, y * size.width + x)
      }
    }
  }
  return {
    width,
    height,
    count,
    draw: (frame, at) => {
      const picture = Buffer.from(room)
      place(at, (to, from) => {
        for (let c = 0; c < 3; c++) {
          const share = alpha[from]! / 255
          picture[to * 3 + c] = Math.round(
            rgb[from * 3 + c]! * share + room[to * 3 + c]! * (1 - share),
          )
        }
      })
      fromRgb(picture, frame)
    },
    truth: (at) => {
      const whole = new Uint8Array(width * height)
      place(at, (to, from) => {
        whole[to] = alpha[from]!
      })
      return whole
    },
  }
}

/** BT.601 in limited range, which is what a small video without tags is taken for. */
export function fromRgb(rgb: Uint8Array, frame: Frame): void {
  const { width, height } = frame
  const { y, u, v } = planesOf(frame)
  for (let at = 0; at < y.length; at++) {
    const [red, green, blue] = [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!]
    y[at] = 16 + 0.257 * red + 0.504 * green + 0.098 * blue
    const [column, row] = [at % width, Math.floor(at / width)]
    if (column % 2 || row % 2) continue
    const to = (row / 2) * (width / 2) + column / 2
    u[to] = 128 - 0.148 * red - 0.291 * green + 0.439 * blue
    v[to] = 128 + 0.439 * red - 0.368 * green - 0.071 * blue
  }
  if (height % 2) throw new Error('Frames have even sides.')
}

/** RGB of a frame, for tests and pictures of it. */
export function toRgb(frame: Frame): Uint8Array {
  const { width, height } = frame
  const { y, u, v } = planesOf(frame)
  const rgb = new Uint8ClampedArray(width * height * 3)
  for (let at = 0; at < y.length; at++) {
    const half = Math.floor(Math.floor(at / width) / 2) * (width / 2) + Math.floor((at % width) / 2)
    const [light, cb, cr] = [1.164 * (y[at]! - 16), u[half]! - 128, v[half]! - 128]
    rgb[at * 3] = light + 1.596 * cr
    rgb[at * 3 + 1] = light - 0.392 * cb - 0.813 * cr
    rgb[at * 3 + 2] = light + 2.017 * cb
  }
  return new Uint8Array(rgb.buffer)
}
