import { detectionTask } from '../../performers/detection-task.ts'
import { facesOf, openWithFaces } from '../../performers/open-with-faces.ts'
import type { EffectResult, EffectTask, Performer } from '../../performers/performer.ts'
import { pickTarget } from '../../performers/pick-target.ts'
import { analyseSkinType } from './analyse-skin-type.ts'

/** Finds the faces of a picture, and names the skin type of one of them; gives no file. */
export const fitzpatrickScaleAnalyzerPerformer: Performer = {
  'pre-process': detectionTask(facesOf),
  effect: analyse,
}

async function analyse(job: EffectTask): Promise<EffectResult> {
  const start = performance.now()
  const { picture, faces } = await openWithFaces(job, 'src')
  const face = pickTarget(faces, 'face', job.parameters['index'])
  await job.checkpoint()
  const { type } = analyseSkinType(picture, face)
  return { results: { fitzpatrick_scale: type, timed: Math.round(performance.now() - start) } }
}
