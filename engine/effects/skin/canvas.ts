import { clampBox } from '../../raster/crop.ts'
import type { Box, Picture, Point } from '../../raster/picture.ts'
import { wordsOf } from '../../raster/words.ts'
import { FACE, type Face } from '../../vision/face.ts'
import type { Size } from './blur.ts'
import { toLab } from './lab.ts'

/** Colour planes in CIELAB, all of one size. */
export type Tone = { l: Float32Array; a: Float32Array; b: Float32Array }

/**
 * A face laid out for work on its skin. Large faces are worked on at a whole fraction of their size: what is finer than
 * that is the skin's own grain, which no treatment takes away.
 */
export type Canvas = Size & {
  /** The part of the picture it shows. */
  area: Box
  /** Source pixels per canvas pixel, each way. */
  factor: number
  /** The face's width in canvas pixels; every length of a treatment is a share of it. */
  unit: number
  /** The landmarks in canvas pixels. */
  points: Point[]
  /** From the chin to the forehead, length 1. */
  up: Point
  tone: Tone
}

/**
 * The width of face, in canvas pixels, that a treatment needs at most; larger faces are worked on at half their size, or
 * a third, … What is broader than pores is seen as well on the smaller canvas.
 */
export const WIDEST = { fine: 700, broad: 420 } as const

/** Room around the landmarks, in widths of the face: for the forehead above the mesh and for soft edges. */
const ROOM = { around: 0.12, above: 0.3 } as const

export function openCanvas(picture: Picture, face: Face, widest: number = WIDEST.fine): Canvas {
  const { landmarks } = face
  const from = landmarks[FACE.rightTemple]!
  const to = landmarks[FACE.leftTemple]!
  const chin = landmarks[FACE.chin]!
  const top = landmarks[FACE.foreheadTop]!
  const span = Math.hypot(to.x - from.x, to.y - from.y)
  const tall = Math.hypot(top.x - chin.x, top.y - chin.y)
  // A turned head's mesh is narrow; its height still tells the size.
  const faceWidth = Math.max(1, span, 0.7 * tall)
  const up = { x: (top.x - chin.x) / (tall || 1), y: (top.y - chin.y) / (tall || 1) }
  const area = areaOf(landmarks, faceWidth, up, picture)
  const factor = Math.max(1, Math.ceil(faceWidth / widest))
  const width = Math.ceil(area.width / factor)
  const height = Math.ceil(area.height / factor)
  const points = landmarks.map(({ x, y }) => ({
    x: (x - area.left) / factor,
    y: (y - area.top) / factor,
  }))
  const tone = toneOf(picture, area, factor, { width, height })
  return { width, height, area, factor, unit: faceWidth / factor, points, up, tone }
}

/** The chosen landmarks of a canvas as a line or ring. */
export function trace(canvas: Canvas, indices: readonly number[]): Point[] {
  return indices.map((i) => canvas.points[i]!)
}

export function copyTone({ l, a, b }: Tone): Tone {
  return { l: l.slice(), a: a.slice(), b: b.slice() }
}

function areaOf(landmarks: readonly Point[], faceWidth: number, up: Point, picture: Picture): Box {
  const crown = landmarks.map((p) => ({
    x: p.x + up.x * faceWidth * ROOM.above,
    y: p.y + up.y * faceWidth * ROOM.above,
  }))
  const xs = [...landmarks, ...crown].map((p) => p.x)
  const ys = [...landmarks, ...crown].map((p) => p.y)
  const room = ROOM.around * faceWidth
  const left = Math.min(...xs) - room
  const top = Math.min(...ys) - room
  const width = Math.max(...xs) + room - left
  const height = Math.max(...ys) + room - top
  return clampBox({ left, top, width, height }, picture)
}

function toneOf(picture: Picture, area: Box, factor: number, size: Size): Tone {
  const count = size.width * size.height
  const tone = {
    l: new Float32Array(count),
    a: new Float32Array(count),
    b: new Float32Array(count),
  }
  const lab = new Float64Array(3)
  const words = wordsOf(picture.data)
  const sums = {
    r: new Int32Array(size.width),
    g: new Int32Array(size.width),
    b: new Int32Array(size.width),
  }
  for (let y = 0, at = 0; y < size.height; y++) {
    const rows = Math.min(factor, area.height - y * factor)
    sumBlocks(
      words,
      picture.width,
      { ...area, top: area.top + y * factor, height: rows },
      factor,
      sums,
    )
    for (let x = 0; x < size.width; x++, at++) {
      const count = rows * Math.min(factor, area.width - x * factor)
      toLab(sums.r[x]! / count, sums.g[x]! / count, sums.b[x]! / count, lab)
      tone.l[at] = lab[0]!
      tone.a[at] = lab[1]!
      tone.b[at] = lab[2]!
    }
  }
  return tone
}

/** Every other byte of a pixel: sums of up to 257 fit beside each other into a number. */
const HALF = 0x00ff00ff

/** The sums of each block of `side` columns of some rows of a picture; the last block may be narrower. */
function sumBlocks(
  words: Int32Array,
  width: number,
  rows: Box,
  side: number,
  { r, g, b }: { r: Int32Array; g: Int32Array; b: Int32Array },
): void {
  for (const plane of [r, g, b]) plane.fill(0)
  for (let y = 0; y < rows.height; y++) {
    let at = (rows.top + y) * width + rows.left
    const end = at + rows.width
    for (let x = 0; at < end; x++) {
      let even = 0
      let odd = 0
      for (const stop = Math.min(end, at + side); at < stop; at++) {
        const word = words[at]!
        even = (even + (word & HALF)) | 0
        odd = (odd + ((word >>> 8) & HALF)) | 0
      }
      r[x] = r[x]! + (even & 0xffff)
      g[x] = g[x]! + (odd & 0xffff)
      b[x] = b[x]! + (even >>> 16)
    }
  }
}
