import type { ClothParameters } from '../../../catalog/cloth-v3.ts'
import type { AnyCondition } from '../../../catalog/condition.ts'
import { Fault } from '../../../catalog/fault.ts'
import { cropToBody } from '../../body/crop-to-body.ts'
import type { OpenedPicture } from '../../media/open-picture.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import { readProduct } from '../../product/read-product.ts'
import { paste } from '../../raster/crop.ts'
import type { Box, Picture } from '../../raster/picture.ts'
import type { PersonRegions } from '../../regions/find-regions.ts'
import { findRegionsWithModels } from '../../regions/find-regions-with-models.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import { detectBodies } from '../../vision/bodies/detect-bodies.ts'
import { trimToSelfieMask } from '../../vision/bodies/trim-to-selfie-mask.ts'
import { detectFaces } from '../../vision/faces/detect-faces.ts'
import type { Face } from '../../vision/faces/face.ts'
import { refuseShoes, requireCategory } from './category.ts'
import { dressPerson, type Sitter } from './dress-person.ts'
import type { Garment } from './garment.ts'
import { generateGarment } from './generate-garment.ts'
import { readGarment } from './read-garment.ts'

type Opened = OpenedPicture & {
  part: Sitter & { area: Box; regions: PersonRegions }
  reference: Picture
  /** Undefined where it could not be read, and a generator is asked. */
  garment: Garment | undefined
}

export const clothPerformer: Performer = {
  effect: editPicture({ open, apply, timed: false }),
}

async function open(task: EffectTask): Promise<Opened> {
  const { garment_category: category } = task.parameters as ClothParameters
  if (category === 'shoes' && !canFill(task)) refuseShoes()
  const opened = await task.openPicture('src')
  const { picture } = opened
  const vision = await task.vision()
  const bodies = await detectBodies(picture, vision, task.checkpoint)
  const faces = await detectFaces(picture, vision, task.checkpoint)
  const found = requireOne(bodies, faces, picture)
  const body = await trimToSelfieMask(picture, found, vision)
  const reference = (await task.openPicture('ref')).picture
  await task.checkpoint()
  const garment = category === 'shoes' ? undefined : openGarment(reference, task)
  const { others: _, ...crop } = cropToBody(picture, body, [])
  const face = faceOf(body, faces)
  const moved = face && moveFace(face, crop.area)
  const regions = await findRegionsWithModels(crop.picture, crop.body, moved, vision)
  return { ...opened, part: { ...crop, face: moved, regions }, reference, garment }
}

/** @throws Fault `reference` or `mismatch` for what cannot be worn, unless a generator can be shown it */
function openGarment(reference: Picture, task: EffectTask): Garment | undefined {
  const { garment_category: category } = task.parameters as ClothParameters
  try {
    const product = readProduct(reference, { removeBackground: true, index: 0 })
    const garment = readGarment(product)
    requireCategory(category, garment.kind)
    return garment
  } catch (error) {
    if (isFaultOf(error, ['reference']) && canFill(task, 'fill from a reference')) return undefined
    throw error
  }
}

/** What the engine cannot do well and a generator may. */
const GENERATED = ['pose', 'mismatch'] as const

async function apply(
  { picture, part, reference, garment }: Opened,
  task: EffectTask,
): Promise<{ picture: Picture; results: Record<string, unknown> }> {
  const parameters = task.parameters as ClothParameters
  const { left, top } = part.area
  if (garment) {
    try {
      const dressed = dressPerson(part, garment)
      return { picture: paste(picture, dressed, left, top), results: noteOnShoes(parameters) }
    } catch (error) {
      if (!isFaultOf(error, GENERATED) || !canFill(task)) throw error
    }
  }
  const made = await generateGarment(part, { garment, reference, parameters }, task)
  return { picture: paste(picture, made.picture, left, top), results: made.results }
}

function isFaultOf(error: unknown, conditions: readonly AnyCondition[]): boolean {
  return error instanceof Fault && conditions.includes(error.condition)
}

/** Whether the operator's generator can paint a garment. */
function canFill(
  { generator }: EffectTask,
  ability: 'fill' | 'fill from a reference' = 'fill',
): boolean {
  return generator?.abilities.includes(ability) === true
}

/** A garment alone shows no shoes that could be put on. */
function noteOnShoes({ garment_category: category, change_shoes }: ClothParameters): {
  note?: string
} {
  if (!change_shoes || (category !== 'full_body' && category !== 'lower_body')) return {}
  return { note: 'The shoes are those of the source: the reference shows none.' }
}

/** Somebody else counts from this share of the height of the one who is dressed. */
const SOMEBODY = 0.45

/** @throws Fault `target` for a picture without people, `several` for one of more than one */
function requireOne(bodies: readonly Body[], faces: readonly Face[], picture: Picture): Body {
  const [body] = bodies.toSorted((a, b) => b.box.height - a.box.height)
  if (!body) throw new Fault('target', 'Nobody was found in the picture.', { role: 'src' })
  const others = bodies.filter(({ box }) => box.height > SOMEBODY * body.box.height)
  const own = faceOf(body, faces)
  const strangers = faces.filter(
    (face) => face !== own && own && face.box.height > SOMEBODY * own.box.height,
  )
  const people = Math.max(others.length, strangers.length + 1)
  if (people > 1) {
    throw new Fault(
      'several',
      `${people} people were found in the picture of ${picture.width} × ${picture.height}; one person can be dressed.`,
      { role: 'src' },
    )
  }
  return body
}

/** The face of a body. */
function faceOf({ landmarks }: Body, faces: readonly Face[]): Face | undefined {
  const nose = landmarks[BODY.nose]!
  return faces.find(
    ({ box: { left, top, width, height } }) =>
      nose.x > left - 0.2 * width &&
      nose.x < left + 1.2 * width &&
      nose.y > top - 0.2 * height &&
      nose.y < top + 1.2 * height,
  )
}

function moveFace(face: Face, { left, top }: { left: number; top: number }): Face {
  return {
    ...face,
    box: { ...face.box, left: face.box.left - left, top: face.box.top - top },
    landmarks: face.landmarks.map((point) => ({ ...point, x: point.x - left, y: point.y - top })),
  }
}
