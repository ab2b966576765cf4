import { Fault } from '../../catalog/fault.ts'
import { encodePicture, MEDIA_TYPES } from '../media/encode-picture.ts'
import type { Picture } from '../raster/picture.ts'
import { detectFaces } from '../vision/detect-faces.ts'
import type { Face } from '../vision/face.ts'
import type { Job, Performed, Performer } from './performer.ts'

/** Changes one face of a picture; the others are to be kept. */
type ChangeFace = (
  picture: Picture,
  face: Face,
  others: readonly Face[],
  parameters: Record<string, unknown>,
) => Picture

/** The performer of an effect on one face: its pre-process task gives the faces as boxes, its index names one. */
export function oneFacePerformer(change: ChangeFace): Performer {
  return { 'pre-process': findBoxes, effect: (job) => changeOne(job, change) }
}

/** An empty `result` is an answer: there is no face in the picture. */
async function findBoxes(job: Job): Promise<Performed> {
  const start = performance.now()
  const { picture } = await job.picture('src')
  const faces = await detectFaces(picture, await job.vision(), job.checkpoint)
  return { results: { timed: elapsed(start), result: faces.map(({ box }) => box) } }
}

/** Throws Fault `target` when the asked face is not there, and what the effect throws. */
async function changeOne(job: Job, change: ChangeFace): Promise<Performed> {
  const start = performance.now()
  const { picture, format } = await job.picture('src')
  const faces = await detectFaces(picture, await job.vision(), job.checkpoint)
  const face = chosen(faces, job.parameters['index'] as number | undefined)
  await job.checkpoint()
  const startApply = performance.now()
  const others = faces.filter((other) => other !== face)
  const done = change(picture, face, others, job.parameters)
  const timedApply = elapsed(startApply)
  await job.checkpoint()
  const bytes = await encodePicture(done, format)
  return {
    results: { timed: elapsed(start), timed_apply: timedApply },
    output: { bytes, ...MEDIA_TYPES[format] },
  }
}

function chosen(faces: readonly Face[], index = 0): Face {
  const face = faces[index]
  if (face) return face
  if (faces.length === 0) throw new Fault('target', 'No face was found in the picture.')
  const found = faces.length === 1 ? 'One face was' : `${faces.length} faces were`
  throw new Fault('target', `${found} found in the picture; there is no index ${index}.`)
}

function elapsed(start: number): number {
  return Math.round(performance.now() - start)
}
