import { Fault } from '../../../../catalog/failures/fault.ts'
import type { FileRole } from '../../../../catalog/failures/file-role.ts'
import { isDeclined } from '../../../generate/declines.ts'
import type { OpenedPicture } from '../../../media/open-picture.ts'
import type { PictureEdit } from '../../../performers/edit-picture.ts'
import { openWithFaces } from '../../../performers/open-with-faces.ts'
import type { EffectTask } from '../../../performers/performer.ts'
import type { Picture } from '../../../raster/picture.ts'
import type { Head } from '../head/head.ts'
import { readHead } from '../read-head.ts'
import { hairArea } from './hair-area.ts'

/** Why a reference's hair cannot be laid on somebody, where a generator can be shown it. */
const SHOWN: readonly string[] = ['pose', 'shoulders', 'hidden-face', 'turned-face']

const UNWANTED = 'another person, changed face, hat, text'

/** What the engine opened to lay the hair itself, or both heads for the generator. */
type OpenedBoth<Own> = OpenedPicture & ({ laid: Own } | { wearer: Head; reference: Head })

/**
 * Lets the operator's generator give the hair of a reference, where it fills from one: what the engine cannot lay on
 * somebody, such as hair that the edge cuts, and all of it where the generator is to be asked first. A reference whose
 * head cannot be read is refused as before.
 */
export function withGeneratedHair<Own extends OpenedPicture>(
  edit: PictureEdit<Own>,
): PictureEdit<OpenedBoth<Own>> {
  const openToLay = async (task: EffectTask): Promise<OpenedBoth<Own>> => {
    const laid = await edit.open(task)
    return { ...laid, laid }
  }
  return {
    ...edit,
    open: async (task) => {
      if (!canShow(task)) return await openToLay(task)
      if (isPreferred(task)) return await openHeads(task)
      return await openToLay(task).catch(async (error: unknown) => {
        const isShown = error instanceof Fault && SHOWN.includes(error.condition)
        if (!isShown || error.role !== 'ref') throw error
        return await openHeads(task)
      })
    },
    apply: async (opened, task, settle) => {
      if ('laid' in opened) return await edit.apply(opened.laid, task, settle)
      try {
        return { picture: await generateHair(opened, task) }
      } catch (error) {
        if (!isPreferred(task) || !isDeclined(error, task.signal)) throw error
        return await edit.apply(await edit.open(task), task, settle)
      }
    },
  }
}

function canShow({ generator, parameters }: EffectTask): boolean {
  const isReference = parameters['template_id'] === undefined
  return isReference && generator?.abilities.includes('fill from a reference') === true
}

function isPreferred({ generator }: EffectTask): boolean {
  return generator?.preferredFor.includes('hair-transfer') === true
}

async function openHeads(task: EffectTask): Promise<OpenedPicture & Heads> {
  const head = async (role: FileRole) => {
    const { faces, ...opened } = await openWithFaces(task, role)
    const vision = await task.vision()
    return { opened, head: await readHead(opened.picture, faces, role, vision, task.checkpoint) }
  }
  const { opened, head: wearer } = await head('src')
  return { ...opened, wearer, reference: (await head('ref')).head }
}

type Heads = { wearer: Head; reference: Head }

async function generateHair(
  { wearer, reference }: Heads,
  { generator, parameters }: EffectTask,
): Promise<Picture> {
  if (!generator) throw new Error('No generator was configured.')
  const colour =
    parameters['hair_color'] === 'src' ? 'in the person’s own hair colour' : 'and colour'
  return await generator.fill({
    picture: wearer.picture,
    replace: hairArea(wearer, reference),
    reference: reference.picture,
    prompt:
      'The same person in the same photograph, pose and light, with the hair of the reference picture: its cut, length ' +
      `${colour}. What it leaves bare of skin, ears, neck, clothes and background continues.`,
    unwanted: UNWANTED,
  })
}
