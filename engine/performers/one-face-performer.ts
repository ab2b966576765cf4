import { encodePicture, MEDIA_TYPES } from '../media/encode-picture.ts'
import type { Picture } from '../raster/picture.ts'
import type { Face } from '../vision/faces/face.ts'
import { beginEdit } from './begin-edit.ts'
import { detectionTask } from './detection-task.ts'
import { facesOf, openWithFaces } from './open-with-faces.ts'
import type { EffectResult, EffectTask, Performer } from './performer.ts'
import { pickTarget } from './pick-target.ts'

/** Changes one face of a picture; the others are to be kept. */
type EditFace = (
  picture: Picture,
  face: Face,
  others: readonly Face[],
  parameters: Record<string, unknown>,
) => Picture

/** The performer of an effect on one face: its pre-process task gives the faces as boxes, its index names one. */
export function oneFacePerformer(change: EditFace): Performer {
  return { 'pre-process': detectionTask(facesOf), effect: (job) => editOneFace(job, change) }
}

/** Throws Fault `target` when the asked face is not there, and what the effect throws. */
async function editOneFace(job: EffectTask, change: EditFace): Promise<EffectResult> {
  const start = performance.now()
  const { picture, format, own, faces } = await openWithFaces(job, 'src')
  const face = pickTarget(faces, 'face', job.parameters['index'])
  const colours = await beginEdit({ picture, own })
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
