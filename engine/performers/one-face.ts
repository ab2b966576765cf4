import { encodePicture, MEDIA_TYPES } from '../media/encode-picture.ts'
import type { Picture } from '../raster/picture.ts'
import type { Face } from '../vision/face.ts'
import { chosen } from './chosen.ts'
import { findBoxes } from './find-boxes.ts'
import { facesOf, openFaces } from './open-faces.ts'
import type { Job, Performed, Performer } from './performer.ts'
import { readyToChange } from './ready-to-change.ts'

/** Changes one face of a picture; the others are to be kept. */
type ChangeFace = (
  picture: Picture,
  face: Face,
  others: readonly Face[],
  parameters: Record<string, unknown>,
) => Picture

/** The performer of an effect on one face: its pre-process task gives the faces as boxes, its index names one. */
export function oneFacePerformer(change: ChangeFace): Performer {
  return { 'pre-process': findBoxes(facesOf), effect: (job) => changeOne(job, change) }
}

/** Throws Fault `target` when the asked face is not there, and what the effect throws. */
async function changeOne(job: Job, change: ChangeFace): Promise<Performed> {
  const start = performance.now()
  const { picture, format, own, faces } = await openFaces(job, 'src')
  const face = chosen(faces, 'face', job.parameters['index'])
  const colours = await readyToChange({ picture, own })
  await job.checkpoint()
  const startApply = performance.now()
  const others = faces.filter((other) => other !== face)
  const done = change(picture, face, others, job.parameters)
  const timedApply = Math.round(performance.now() - startApply)
  await job.checkpoint()
  const bytes = await encodePicture(done, format, colours)
  return {
    results: { timed: Math.round(performance.now() - start), timed_apply: timedApply },
    output: { bytes, ...MEDIA_TYPES[format] },
  }
}
