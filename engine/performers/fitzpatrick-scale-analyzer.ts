import { analyseSkinType } from '../effects/fitzpatrick/analyse-skin-type.ts'
import { chosen } from './chosen.ts'
import { findBoxes } from './find-boxes.ts'
import { facesOf, openFaces } from './open-faces.ts'
import type { Job, Performed, Performer } from './performer.ts'

/** Finds the faces of a picture, and names the skin type of one of them; gives no file. */
export const fitzpatrickScaleAnalyzerPerformer: Performer = {
  'pre-process': findBoxes(facesOf),
  effect: analyse,
}

async function analyse(job: Job): Promise<Performed> {
  const start = performance.now()
  const { picture, faces } = await openFaces(job, 'src')
  const face = chosen(faces, 'face', job.parameters['index'])
  await job.checkpoint()
  const { type } = analyseSkinType(picture, face)
  return { results: { fitzpatrick_scale: type, timed: Math.round(performance.now() - start) } }
}
