import { analyseSkinType } from '../effects/fitzpatrick/analyse-skin-type.ts'
import { detectFaces } from '../vision/detect-faces.ts'
import { chosenFace } from './chosen-face.ts'
import { findFaceBoxes } from './find-face-boxes.ts'
import type { Job, Performed, Performer } from './performer.ts'

/** Finds the faces of a picture, and names the skin type of one of them; gives no file. */
export const fitzpatrickScaleAnalyzerPerformer: Performer = {
  'pre-process': findFaceBoxes,
  effect: analyse,
}

async function analyse(job: Job): Promise<Performed> {
  const start = performance.now()
  const { picture } = await job.picture('src')
  const faces = await detectFaces(picture, await job.vision(), job.checkpoint)
  const face = chosenFace(faces, job.parameters['index'] as number | undefined)
  await job.checkpoint()
  const { type } = analyseSkinType(picture, face)
  return { results: { fitzpatrick_scale: type, timed: Math.round(performance.now() - start) } }
}
