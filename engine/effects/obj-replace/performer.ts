import { Fault } from '../../../catalog/failures/fault.ts'
import { type Replacement, readPrompt } from '../../../catalog/object-prompt/read-prompt.ts'
import type { OpenedPicture } from '../../media/open-picture.ts'
import { readMask } from '../../media/read-mask.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { findPeople } from '../../vision/bodies/find-people.ts'
import { detectFaces } from '../../vision/faces/detect-faces.ts'
import { changeObject } from './change-object.ts'
import { removeObject } from './remove-object.ts'

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
  const vision = await task.vision()
  const faces = await detectFaces(picture, vision, task.checkpoint)
  if (asked && asked.kind !== 'remove') return told(changeObject(picture, mask, asked, faces))
  const people = await findPeople(picture, faces, vision, task.checkpoint)
  return told(removeObject(picture, mask, faces, people))
}

function told({ picture, note }: { picture: Picture; note: string | undefined }): {
  picture: Picture
  results: Record<string, unknown>
} {
  return { picture, results: note === undefined ? {} : { note } }
}

/** Whether the operator's generator does what is asked. */
function canGenerate({ generator }: EffectTask, asked: Replacement | undefined): boolean {
  return generator?.abilities.includes(asked?.kind === 'remove' ? 'erase' : 'fill') === true
}
