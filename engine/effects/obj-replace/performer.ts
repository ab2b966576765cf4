import { Fault } from '../../../catalog/failures/fault.ts'
import { type Replacement, readPrompt } from '../../../catalog/object-prompt/read-prompt.ts'
import type { OpenedPicture } from '../../media/open-picture.ts'
import { readMask } from '../../media/read-mask.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import { closeIslands } from '../../raster/mask/close-islands.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { findPeople } from '../../vision/bodies/find-people.ts'
import { detectFaces } from '../../vision/faces/detect-faces.ts'
import { applyMaterial } from './apply-material.ts'
import { changeRim } from './change-rim.ts'
import { takeWholeRemains } from './cover-remains.ts'
import { recolour } from './recolour.ts'
import { removeObject } from './remove-object.ts'
import { takeOwnDye } from './take-own-dye.ts'
import { tellGround } from './tell-ground.ts'
import { tellSurface } from './tell-surface.ts'
import { tightenMask } from './tighten-mask.ts'
import { FACE_WIDTH, PICTURE_WIDTH } from './tuning.ts'

type Opened = OpenedPicture & { mask: Mask; asked: Replacement | undefined }

export const objReplacePerformer: Performer = {
  effect: editPicture({ open, apply, timed: false }),
}

/**
 * @throws Fault `dimensions` for a mask of another size, `parameter` for an empty one, and for a prompt that neither
 * the engine nor a generator can carry out
 */
async function open(task: EffectTask): Promise<Opened> {
  const opened = await task.openPicture('src')
  const { picture } = await task.openPicture('msk')
  const mask = readMask(picture, opened.picture)
  const asked = readPrompt(String(task.parameters['prompt']))
  if (asked || canGenerate(task, asked)) return { ...opened, mask, asked }
  throw new Fault('parameter', 'The prompt asks for something that only a generator can invent.')
}

async function apply(
  { picture, mask, asked }: Opened,
  task: EffectTask,
): Promise<{ picture: Picture; results?: Record<string, unknown> }> {
  if (task.generator && canGenerate(task, asked)) {
    const prompt = asked?.kind === 'remove' ? undefined : String(task.parameters['prompt'])
    return { picture: await task.generator.fill({ picture, replace: mask, prompt }) }
  }
  if (asked?.kind === 'recolour') {
    const tight = fittedMask(picture, mask)
    const made = changeRim(picture, recolour(picture, tight, asked.colour), tight)
    return told(made, tellChange(picture, mask, tight))
  }
  if (asked?.kind !== 'material') {
    const vision = await task.vision()
    const faces = await detectFaces(picture, vision, task.checkpoint)
    const people = await findPeople(picture, faces, vision, task.checkpoint)
    const { picture: made, note } = removeObject(picture, mask, faces, people)
    return told(made, note)
  }
  const { material, colour } = asked
  const scale = await scaleOf(picture, task)
  const tight = fittedMask(picture, mask)
  const made = applyMaterial(picture, tight, material, scale, colour)
  return told(changeRim(picture, made, tight), tellChange(picture, mask, tight))
}

/** A mask that ends where the thing does. */
function fittedMask(picture: Picture, mask: Mask): Mask {
  return takeOwnDye(picture, takeWholeRemains(picture, tightenMask(picture, closeIslands(mask))))
}

/** What is said of a change of everything that a mask covers. */
function tellChange(picture: Picture, mask: Mask, tight: Mask): string | undefined {
  const said = [tellSurface(picture, tight), tellGround(picture, mask, tight)]
  return said.some((one) => one !== undefined) ? said.filter((one) => one).join(' ') : undefined
}

function told(
  picture: Picture,
  note: string | undefined,
): { picture: Picture; results: Record<string, unknown> } {
  return { picture, results: note === undefined ? {} : { note } }
}

/** Whether the operator's generator does what is asked. */
function canGenerate({ generator }: EffectTask, asked: Replacement | undefined): boolean {
  return generator?.abilities.includes(asked?.kind === 'remove' ? 'erase' : 'fill') === true
}

/** Pixels that a centimetre takes, by the largest face or else by what pictures usually show. */
async function scaleOf(picture: Picture, task: EffectTask): Promise<number> {
  const faces = await detectFaces(picture, await task.vision(), task.checkpoint)
  const widest = Math.max(0, ...faces.map(({ box }) => box.width))
  if (widest > 0) return widest / FACE_WIDTH
  return Math.max(picture.width, picture.height) / PICTURE_WIDTH
}
