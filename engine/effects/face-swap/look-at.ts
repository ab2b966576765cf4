import { formula } from '../../raster/formula.ts'
import type { Box, Picture } from '../../raster/picture.ts'
import { takePlane } from '../../raster/plane-room.ts'
import type { Size } from '../skin/blur.ts'
import type { Canvas, Tone } from '../skin/canvas.ts'
import type { Change } from '../skin/change-between.ts'
import { halve } from '../skin/half-size.ts'
import { labOf, lightnessOf } from '../skin/lab-lines.ts'
import { colourPlanes } from '../skin/tone-of.ts'
import type { CloseUp } from './close-up.ts'
import type { Lit } from './require-sharp.ts'

/** A face in its place, as a whole, and near in L* alone. */
export type Glance = { near: Lit; whole: Canvas }

/** A face in its place, near and as a whole, and the levels of red, green and blue that are seen near, 0–255. */
export type View = { near: Canvas; whole: Canvas; levels: Change }

/** Planes of the open room. @param area where the picture shows the face */
export function lookAt(picture: Picture, { whole, ...near }: CloseUp, area: Box): View {
  const levels = colourPlanes(picture, { ...near, area })
  const canvas = { ...near, tone: toneOfLevels(levels) }
  const coarse = sameSize(whole, near) ? canvas : { ...whole, tone: halfTone(levels, near, whole) }
  return { near: canvas, whole: coarse, levels }
}

/** What of {@link lookAt} is looked at of the face that goes. */
export function glanceAt(picture: Picture, { whole, ...near }: CloseUp): Glance {
  const levels = colourPlanes(picture, near)
  if (sameSize(whole, near)) {
    const canvas = { ...near, tone: toneOfLevels(levels) }
    return { near: canvas, whole: canvas }
  }
  const l = takePlane(levels.red.length)
  findLight({ ...levels, l })
  return {
    near: { ...near, tone: { l } },
    whole: { ...whole, tone: halfTone(levels, near, whole) },
  }
}

const sameSize = (one: Size, other: Size): boolean => one.width === other.width

function halfTone(levels: Change, size: Size, halfSize: Size): Tone {
  const half = (plane: Float32Array): Float32Array => halve(plane, size, halfSize)
  return toneOfLevels({
    red: half(levels.red),
    green: half(levels.green),
    blue: half(levels.blue),
  })
}

function toneOfLevels(levels: Change): Tone {
  const take = (): Float32Array => takePlane(levels.red.length)
  const tone = { l: take(), a: take(), b: take() }
  findTone({ ...levels, ...tone })
  return tone
}

const findTone = formula(labOf('red', 'green', 'blue'))

const findLight = formula(lightnessOf('red', 'green', 'blue'))
