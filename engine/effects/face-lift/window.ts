import type { Box, Point } from '../../raster/picture.ts'
import { takePlane } from '../../raster/plane-room.ts'
import type { Canvas, Tone } from '../skin/canvas.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'

/** A part of a canvas, laid out as one of its own. */
export type Window = {
  /** Where on the canvas it is, in canvas pixels. */
  part: Box
  canvas: Canvas
  masks: SkinMasks
}

/** Windows begin after whole steps of so many places, so that blurs see a face on the same grid as on all of the canvas. */
const STEP = 32

/** The window around some places of a canvas, with `room`, in widths of the face, on every side; none if it shows nothing. */
export function windowAround(
  canvas: Canvas,
  masks: SkinMasks,
  places: readonly Point[],
  room: number,
): Window | undefined {
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)]
  const far = room * canvas.unit
  const before = (at: number) => Math.max(0, Math.floor((at - far) / STEP) * STEP)
  const [left, top] = [before(Math.min(...xs)), before(Math.min(...ys))]
  const width = Math.min(canvas.width, Math.ceil(Math.max(...xs) + far)) - left
  const height = Math.min(canvas.height, Math.ceil(Math.max(...ys) + far)) - top
  if (width < 1 || height < 1) return undefined
  const part = { left, top, width, height }
  const cut = (plane: Float32Array) => cutPlane(plane, canvas.width, part)
  const { area, factor, tone, points } = canvas
  return {
    part,
    canvas: {
      ...canvas,
      width,
      height,
      area: {
        left: area.left + left * factor,
        top: area.top + top * factor,
        width: Math.min(area.width - left * factor, width * factor),
        height: Math.min(area.height - top * factor, height * factor),
      },
      points: points.map(({ x, y }) => ({ x: x - left, y: y - top })),
      tone: { l: cut(tone.l), a: cut(tone.a), b: cut(tone.b) },
    },
    masks: {
      bare: cut(masks.bare),
      region: cut(masks.region),
      plain: cut(masks.plain),
      typical: masks.typical,
    },
  }
}

/** Changes the part of a tone that a window shows. */
export function throughWindow(
  tone: Tone,
  { width }: Canvas,
  { part }: Window,
  change: (own: Tone) => void,
): void {
  const cut = (plane: Float32Array) => cutPlane(plane, width, part)
  const own = { l: cut(tone.l), a: cut(tone.a), b: cut(tone.b) }
  change(own)
  for (const name of ['l', 'a', 'b'] as const) {
    eachRow(part, width, (from, at) => {
      tone[name].set(own[name].subarray(at, at + part.width), from)
    })
  }
}

function cutPlane(plane: Float32Array, width: number, part: Box): Float32Array {
  const cut = takePlane(part.width * part.height)
  eachRow(part, width, (from, at) => cut.set(plane.subarray(from, from + part.width), at))
  return cut
}

/** Calls `visit` with where each row of a part begins on the canvas and in the window. */
function eachRow(part: Box, width: number, visit: (from: number, at: number) => void): void {
  for (let y = 0; y < part.height; y++) {
    visit((part.top + y) * width + part.left, y * part.width)
  }
}
