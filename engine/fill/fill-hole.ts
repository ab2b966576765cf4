import { boxOfPlane } from '../geometry/bounding-box.ts'
import { type Box, clampBox, growBox } from '../geometry/box.ts'
import type { Picture } from '../raster/picture.ts'
import { crop, cropMask } from '../raster/pixels/crop.ts'
import { type Inpainted, type InpaintOptions, inpaintJudged } from './inpaint.ts'
import { DISTANCE_COST, FILL_HOLE_CONTEXT, OTHER_ROWS_COST } from './tuning.ts'

/**
 * Fills a hole of a picture from what is around it: {@link inpaint} on the part of the picture that it needs, with the
 * thickness measured. Time and memory depend on the hole, not on the picture.
 * @param hole 1 for each pixel to fill, 0 elsewhere
 * @param occluded 1 for each pixel that nothing is copied from, the hole's among them, 0 elsewhere
 * @returns a new picture that differs in the hole only
 */
export function fillHole(picture: Picture, hole: Uint8Array, occluded: Uint8Array = hole): Picture {
  const made = fillPart(picture, hole, occluded, {})
  return made ? withPart(picture, made) : picture
}

/**
 * {@link fillHole} for what is large and looked at: boldly, and with how well what was copied fits.
 * @param isScenery whether the hole lies in a view, in which things at one height are alike and the sky is not like the
 * ground, so that patches from other rows cost more than those from beside
 */
export function fillLargeHole(
  picture: Picture,
  hole: Uint8Array,
  occluded: Uint8Array,
  isScenery: boolean,
): Inpainted {
  const { whole, leastSide } = OTHER_ROWS_COST
  const y = whole / Math.max(leastSide, picture.width, picture.height)
  const options = isScenery ? { bold: true, distanceCost: { x: DISTANCE_COST, y } } : { bold: true }
  const made = fillPart(picture, hole, occluded, options)
  const lines = new Uint8Array(hole.length)
  if (!made) return { picture, poor: 0, lines }
  const { part, poor } = made
  for (let y = 0; y < part.height; y++) {
    const row = made.lines.subarray(y * part.width, (y + 1) * part.width)
    lines.set(row, (part.top + y) * picture.width + part.left)
  }
  return { picture: withPart(picture, made), poor, lines }
}

/** A part of a picture in which a hole is filled. */
type FilledPart = Inpainted & { part: Box }

/** Fills a hole in the part of a picture that it needs; undefined without one. */
function fillPart(
  picture: Picture,
  hole: Uint8Array,
  occluded: Uint8Array,
  options: Pick<InpaintOptions, 'bold' | 'distanceCost'>,
): FilledPart | undefined {
  const box = boxOfPlane(hole, picture)
  if (!box) return
  const margin = Math.max(
    FILL_HOLE_CONTEXT.least,
    FILL_HOLE_CONTEXT.share * Math.max(box.width, box.height),
  )
  const part = clampBox(growBox(box, margin), picture)
  const [target, hidden] = [hole, occluded].map(
    (data) => cropMask({ width: picture.width, height: picture.height, data }, part).data,
  )
  const thickness = 2 * depthOf(hole, picture.width, box)
  const made = inpaintJudged(crop(picture, part), hidden!, target!, thickness, {
    ...options,
    hole: true,
  })
  return { ...made, part }
}

function withPart(picture: Picture, { part, picture: filled }: FilledPart): Picture {
  // A copy also where the picture's owner gave it up: the caller mixes the two.
  const data = new Uint8ClampedArray(picture.data)
  for (let y = 0; y < part.height; y++) {
    const row = filled.data.subarray(4 * y * part.width, 4 * (y + 1) * part.width)
    data.set(row, 4 * ((part.top + y) * picture.width + part.left))
  }
  return { width: picture.width, height: picture.height, data }
}

/** The largest distance of a pixel of the hole from what is known, in pixels: chamfering (Borgefors 1986). */
function depthOf(hole: Uint8Array, stride: number, { left, top, width, height }: Box): number {
  // With a frame of one pixel, which is known.
  const row = width + 2
  const distance = new Float32Array(row * (height + 2))
  for (let y = 0; y < height; y++) {
    const start = (top + y) * stride + left
    measureRow(distance, (y + 1) * row + 1, row, hole.subarray(start, start + width))
  }
  let most = 1
  for (let i = distance.length - row - 1; i > row; i--) {
    if (distance[i] === 0) continue
    distance[i] = Math.min(distance[i]!, distance[i + 1]! + 1, distance[i + row]! + 1)
    most = Math.max(most, distance[i]!)
  }
  return most
}

/** Measures a row of a hole from above and from its left. @param first the place of its first pixel */
function measureRow(distance: Float32Array, first: number, row: number, hole: Uint8Array): void {
  for (let x = 0, i = first; x < hole.length; x++, i++) {
    if (hole[x]) distance[i] = Math.min(distance[i - 1]!, distance[i - row]!) + 1
  }
}
