import type { ClothParameters } from '../../../catalog/cloth-v3.ts'
import { Fault } from '../../../catalog/fault.ts'
import { cropToBody } from '../../body/crop-to-body.ts'
import type { OpenedPicture } from '../../media/open-picture.ts'
import { editPicture } from '../../performers/edit-picture.ts'
import type { EffectTask, Performer } from '../../performers/performer.ts'
import { readProduct } from '../../product/read-product.ts'
import { paste } from '../../raster/crop.ts'
import type { Picture } from '../../raster/picture.ts'
import type { PersonRegions } from '../../regions/find-regions.ts'
import { findRegionsWithModels } from '../../regions/find-regions-with-models.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import { detectBodies } from '../../vision/bodies/detect-bodies.ts'
import { trimToSelfieMask } from '../../vision/bodies/trim-to-selfie-mask.ts'
import { detectFaces } from '../../vision/faces/detect-faces.ts'
import type { Face } from '../../vision/faces/face.ts'
import { dressPerson, requireCategory } from './dress-person.ts'
import type { Garment } from './garment.ts'
import { readGarment } from './read-garment.ts'

type Opened = OpenedPicture & {
  body: Body
  face: Face | undefined
  regions: PersonRegions
  garment: Garment
}

export const clothPerformer: Performer = {
  effect: editPicture({
    open,
    apply: ({ picture, body, face, regions, garment }) => {
      const area = cropToBody(picture, body, [])
      const moved = face && moveFace(face, area.area)
      const dressed = dressPerson({ ...area, face: moved, regions }, garment)
      return { picture: paste(picture, dressed, area.area.left, area.area.top) }
    },
    timed: false,
  }),
}

async function open(task: EffectTask): Promise<Opened> {
  requireCategory(task.parameters as ClothParameters)
  const opened = await task.openPicture('src')
  const { picture } = opened
  const vision = await task.vision()
  const bodies = await detectBodies(picture, vision, task.checkpoint)
  const faces = await detectFaces(picture, vision, task.checkpoint)
  const found = requireOne(bodies, faces, picture)
  const body = await trimToSelfieMask(picture, found, vision)
  const reference = await task.openPicture('ref')
  await task.checkpoint()
  const product = readProduct(reference.picture, { removeBackground: true, index: 0 })
  const garment = readGarment(product)
  const face = faceOf(body, faces)
  const { area, ...part } = cropToBody(picture, body, [])
  const moved = face && moveFace(face, area)
  const regions = await findRegionsWithModels(part.picture, part.body, moved, vision)
  return { ...opened, body, face, regions, garment }
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
