import { Fault } from '../../catalog/failures/fault.ts'
import type { Box } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'
import { resizePicture } from '../media/resize-picture.ts'
import type { Mask, Picture } from '../raster/picture.ts'
import { crop } from '../raster/pixels/crop.ts'
import { flatten, WHITE } from '../raster/pixels/flatten.ts'
import { fillPicture } from './fill-picture.ts'
import { fitToLimits } from './fit-to-limits.ts'
import type { ExtendCall, FillOperation, GeneratorLimits, Margins, Operation } from './generator.ts'
import { layBack } from './lay-back.ts'
import type { Pay } from './pay.ts'
import { requirePrompt } from './require-prompt.ts'
import { takeFitted } from './take-fitted.ts'
import type { ExtendRequest } from './task-generator.ts'

export type ExtendDeps = {
  extend: Operation<ExtendCall, Picture> | undefined
  /** In the place of `extend` where the generator has none: the canvas around the source is filled. */
  fill: FillOperation | undefined
  limits: GeneratorLimits
  pay: Pay
}

/** What a generator that fills is told when it is to extend and the client gave no prompt. */
const CONTINUE = 'Continue the picture beyond its edges, in the same scene, light and style.'

/** Lets a generator continue a picture beyond its edges. The source keeps every pixel. */
export async function extendPicture(
  request: ExtendRequest,
  { extend, fill, limits, pay }: ExtendDeps,
): Promise<Picture> {
  const { canvas, source, prompt, unwanted, seed = 0 } = request
  requirePrompt({ prompt: 'maybe' }, prompt, limits)
  const replace = around(canvas, source)
  const whole = { left: 0, top: 0, width: canvas.width, height: canvas.height }
  const { scaled, sent } = fitToLimits(canvas, withinMargin(limits, canvas, source))
  const isPadded = sent.width !== scaled.width || sent.height !== scaled.height
  // A canvas longer than the generator takes would have to be padded, and padding is a margin to it.
  if (extend && !isPadded) {
    const inner = scaledBox(source, canvas, sent)
    const made = await pay('extend', extend, {
      picture: await resizePicture(flatten(crop(canvas, source), WHITE), inner),
      margins: marginsOf(inner, sent),
      prompt,
      unwanted,
      seed,
    })
    const fit = { sent, scaled, size: canvas }
    return layBack(canvas, await takeFitted(made, fit), whole, replace)
  }
  if (!fill) {
    throw new Fault('parameter', 'The sides of the result are too unequal for the generator.')
  }
  const wish = fill.prompt === 'never' ? undefined : (prompt ?? CONTINUE)
  return await fillPicture(
    { picture: canvas, replace, prompt: wish, unwanted, seed },
    { fill, limits, pay },
  )
}

/** Limits under which no margin of the scaled canvas is larger than the generator takes. */
function withinMargin(limits: GeneratorLimits, canvas: Size, source: Box): GeneratorLimits {
  const { maxMargin, maxPixels } = limits
  const { left, top, right, bottom } = marginsOf(source, canvas)
  const largest = Math.max(left, top, right, bottom)
  if (maxMargin === undefined || largest <= maxMargin) return limits
  const most = canvas.width * canvas.height * (maxMargin / largest) ** 2
  return { ...limits, maxPixels: Math.min(maxPixels, most) }
}

/** A mask of all that is not the source. */
function around({ width, height }: Size, { left, top, ...inner }: Box): Mask {
  const data = new Uint8Array(width * height).fill(255)
  for (let y = top; y < top + inner.height; y++) {
    data.fill(0, y * width + left, y * width + left + inner.width)
  }
  return { width, height, data }
}

/** A box of a canvas that is scaled from one size to another: whole pixels, inside, not empty. */
function scaledBox(box: Box, from: Size, to: Size): Box {
  const left = Math.min(to.width - 1, Math.round((box.left * to.width) / from.width))
  const top = Math.min(to.height - 1, Math.round((box.top * to.height) / from.height))
  const right = Math.round(((box.left + box.width) * to.width) / from.width)
  const bottom = Math.round(((box.top + box.height) * to.height) / from.height)
  return { left, top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) }
}

function marginsOf({ left, top, width, height }: Box, canvas: Size): Margins {
  return { left, top, right: canvas.width - left - width, bottom: canvas.height - top - height }
}
