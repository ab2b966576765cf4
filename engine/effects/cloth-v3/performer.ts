import type { AnyCondition } from '../../../catalog/failures/condition.ts'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { ClothParameters } from '../../../catalog/features/cloth-v3.ts'
import type { GeneratorAbility } from '../../../catalog/generator/generator.ts'
import { isDeclined } from '../../generate/declines.ts'
import type { OpenedPicture } from '../../media/open-picture.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import type { Picture } from '../../raster/picture.ts'
import { paste } from '../../raster/pixels/crop.ts'
import { dressPersonWith } from './dress-person.ts'
import type { Garment } from './garment.ts'
import { generateGarment } from './generate/generate-garment.ts'
import { behindGarments } from './generate/make-up-behind.ts'
import { type FoundSubject, findSubject } from './measure/find-subject.ts'
import { openGarments } from './read/open-garments.ts'
import { refuseShoes } from './refuse/require-category.ts'

type Opened = OpenedPicture & {
  part: FoundSubject
  reference: Picture
  /** In the order in which they are put on; none where it could not be read, and a generator is asked. */
  garments: Garment[]
}

/** Dresses the person of a picture in the garment of another. */
export const clothPerformer: Performer = {
  effect: editPicture({ open, apply, timed: false }),
}

async function open(task: EffectTask): Promise<Opened> {
  const { garment_category: category } = task.parameters as ClothParameters
  if (category === 'shoes' && !canFill(task)) refuseShoes()
  const opened = await task.openPicture('src')
  // A file that cannot be read ends the task before anything is looked for.
  const reference = (await task.openPicture('ref')).picture
  const vision = await task.vision()
  const part = await findSubject(opened.picture, vision, task.checkpoint)
  await task.checkpoint()
  const garments = category === 'shoes' ? [] : await openReference(reference, task)
  return { ...opened, part, reference, garments }
}

/** @throws Fault `reference` or `mismatch` for what cannot be worn, unless a generator can be shown it */
async function openReference(reference: Picture, task: EffectTask): Promise<Garment[]> {
  const { garment_category: category } = task.parameters as ClothParameters
  try {
    const vision = await task.vision()
    return await task.readOnce(`garment ${category}`, [{ role: 'ref', at: 0 }], async () =>
      openGarments(reference, category, vision, task.checkpoint),
    )
  } catch (error) {
    if (isFaultOf(error, ['reference']) && canShow(task)) return []
    throw error
  }
}

/** What the engine cannot do well and a generator may. */
const GENERATED = ['pose', 'mismatch'] as const

async function apply(
  { picture, part, reference, garments }: Opened,
  task: EffectTask,
): Promise<{ picture: Picture; results: Record<string, unknown> }> {
  const parameters = task.parameters as ClothParameters
  const { left, top } = part.area
  const wish = { garment: garments.at(-1), reference, parameters }
  const isFirst = task.generator?.preferredFor.includes('cloth-v3') && canPaint(task)
  if (isFirst && garments.length > 0) {
    try {
      const made = await generateGarment(part, wish, task)
      return { picture: paste(picture, made.picture, left, top), results: made.results }
    } catch (error) {
      if (!isDeclined(error, task.signal)) throw error
    }
  }
  if (garments.length > 0) {
    try {
      const told: string[] = []
      const dressed = await dressPersonWith(part, garments, behindGarments(task), (sentence) =>
        told.push(sentence),
      )
      if (hidesShoes(parameters)) told.push(NO_SHOES)
      const results = told.length > 0 ? { note: told.join(' ') } : {}
      return { picture: paste(picture, dressed, left, top), results }
    } catch (error) {
      if (!isFaultOf(error, GENERATED) || isFirst || !canPaint(task)) throw error
    }
  }
  const made = await generateGarment(part, wish, task)
  return { picture: paste(picture, made.picture, left, top), results: made.results }
}

function isFaultOf(error: unknown, conditions: readonly AnyCondition[]): boolean {
  return error instanceof Fault && conditions.includes(error.condition)
}

function can({ generator }: EffectTask, ability: GeneratorAbility): boolean {
  return generator?.abilities.includes(ability) === true
}

/** Whether the operator's generator can paint shoes. */
function canFill(task: EffectTask): boolean {
  return can(task, 'fill')
}

/** Whether it can paint a garment. */
function canPaint(task: EffectTask): boolean {
  return canFill(task) || can(task, 'dress')
}

/** Whether it can be shown one that the engine cannot read. */
function canShow(task: EffectTask): boolean {
  return can(task, 'fill from a reference') || can(task, 'dress')
}

const NO_SHOES = 'The shoes are those of the source: the reference shows none.'

/** Whether shoes are asked for: a garment alone shows none that could be put on. */
function hidesShoes({ garment_category: category, change_shoes }: ClothParameters): boolean {
  return change_shoes && (category === 'full_body' || category === 'lower_body')
}
