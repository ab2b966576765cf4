import type { Extension } from '../../../catalog/features/out-paint.ts'
import type { OpenedPicture } from '../../media/open-picture.ts'
import { resizePicture } from '../../media/resize-picture.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { forgetOpaque } from '../../raster/pixels/packed-rgba.ts'
import { seePeople } from '../../vision/bodies/find-people.ts'
import { detectFaces } from '../../vision/faces/detect-faces.ts'
import { cutSides } from './cut-sides.ts'
import { extendPicture } from './extend-picture.ts'
import { findText } from './find-text.ts'
import { type Placement, placementOf } from './placement.ts'
import { poorSides, type Side, tellMargin } from './tell-margin.ts'
import { SEARCHED_SIDE } from './tuning.ts'

type Opened = OpenedPicture & {
  placement: Placement
  /** The part that is used, at the size it has in the result. */
  placed: Picture
  /** What must not be copied into the margin. */
  guarded: Mask[]
  /** Where people are seen, at the size that they were looked for. */
  seen: Mask | undefined
}

type Guarded = Pick<Opened, 'guarded' | 'seen'>

const NO_SIDES: Record<Side, number> = { left: 0, top: 0, right: 0, bottom: 0 }

const NOTHING: Guarded = { guarded: [], seen: undefined }

export const outPaintPerformer: Performer = {
  effect: editPicture({ open, apply, timed: false }),
}

/** @throws Fault `parameter` that names the fields, where the part that is used reaches beyond the source */
async function open(task: EffectTask): Promise<Opened> {
  const opened = await task.openPicture('src')
  const placement = placementOf(task.parameters as Extension, opened.picture)
  const placed = await resizePicture(opened.picture, placement.box, { part: placement.part })
  const found = isGenerated(task) ? NOTHING : await findGuarded(placed, task)
  return { ...opened, placement, placed, ...found }
}

/** Whether a generator fills the margin, which may invent what the engine can only continue. */
function isGenerated({ generator }: EffectTask): boolean {
  return generator?.abilities.includes('extend') === true
}

/** People and writing: a copy of either in a margin is never right. */
async function findGuarded(placed: Picture, task: EffectTask): Promise<Guarded> {
  const searched = await reduced(placed)
  const text = findText(searched)
  const vision = await task.vision()
  const faces = await detectFaces(searched, vision, task.checkpoint)
  const people = await seePeople(searched, faces, vision, task.checkpoint)
  const guarded = [text, people?.seen, people?.guessed].filter((mask) => mask !== undefined)
  return { guarded, seen: people?.seen }
}

async function apply(
  { placement, placed, guarded, seen }: Opened,
  task: EffectTask,
): Promise<{ picture: Picture; results: Record<string, unknown> }> {
  const canvas = canvasWith(placed, placement)
  if (task.generator && isGenerated(task)) {
    const source = placement.box
    return { picture: await task.generator.extend({ canvas, source }), results: {} }
  }
  const { picture, ...made } = await extendPicture(canvas, guarded, task.checkpoint)
  const judged = { ...made, cut: seen ? cutSides(seen, placement) : NO_SIDES }
  const note = tellMargin(judged)
  if (note === undefined) return { picture, results: {} }
  if (!task.inpaint) return { picture, results: { note } }
  const replace = marginOf(poorSides(judged), placement)
  return { picture: await task.inpaint(picture, replace), results: {} }
}

/** A mask of the margin on some sides, with its corners. */
function marginOf(sides: readonly Side[], { box, output }: Placement): Mask {
  const { width, height } = output
  const [right, bottom] = [box.left + box.width, box.top + box.height]
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isIn =
        (x < box.left && sides.includes('left')) ||
        (y < box.top && sides.includes('top')) ||
        (x >= right && sides.includes('right')) ||
        (y >= bottom && sides.includes('bottom'))
      if (isIn) data[y * width + x] = 255
    }
  }
  return { width, height, data }
}

async function reduced(picture: Picture): Promise<Picture> {
  const { width, height } = picture
  const factor = Math.min(1, SEARCHED_SIDE / Math.max(width, height))
  const size = {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  }
  return await resizePicture(picture, size)
}

/** A transparent canvas with the picture in its place, opaque. */
function canvasWith(placed: Picture, { box, output }: Placement): Picture {
  const data = new Uint8ClampedArray(4 * output.width * output.height)
  for (let y = 0; y < placed.height; y++) {
    const row = placed.data.subarray(4 * y * placed.width, 4 * (y + 1) * placed.width)
    data.set(row, 4 * ((box.top + y) * output.width + box.left))
  }
  forgetOpaque({ data })
  return { ...output, data }
}
