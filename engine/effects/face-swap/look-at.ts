import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'
import { takePlane } from '../../raster/plane-room.ts'
import type { Canvas, Frame, Tone } from '../skin/canvas.ts'
import type { Change } from '../skin/change-between.ts'
import { halve } from '../skin/half-size.ts'
import { labOf } from '../skin/lab-lines.ts'
import { colourPlanes } from '../skin/tone-of.ts'
import type { CloseUp } from './close-up.ts'

/** A face in its place, near and as a whole, and the levels of red, green and blue that are seen near, 0–255. */
export type View = { near: Canvas; whole: Canvas; levels: Change }

/** Planes of the open room. @param area where the picture shows the face */
export function lookAt(picture: Picture, { whole, ...near }: CloseUp, area: Frame['area']): View {
  const levels = colourPlanes(picture, { ...near, area })
  const tone = toneOfLevels(levels)
  if (whole.width === near.width) {
    const canvas = { ...near, tone }
    return { near: canvas, whole: canvas, levels }
  }
  const half = (plane: Float32Array): Float32Array => halve(plane, near, whole)
  const halves = { red: half(levels.red), green: half(levels.green), blue: half(levels.blue) }
  return { near: { ...near, tone }, whole: { ...whole, tone: toneOfLevels(halves) }, levels }
}

function toneOfLevels(levels: Change): Tone {
  const take = (): Float32Array => takePlane(levels.red.length)
  const tone = { l: take(), a: take(), b: take() }
  findTone({ ...levels, ...tone })
  return tone
}

const findTone = formula(labOf('red', 'green', 'blue'))
