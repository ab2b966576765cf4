import { detectionTask } from '../../performers/detection-task.ts'
import { millisecondsSince } from '../../performers/edit-picture.ts'
import { facesOf, openWithFaces } from '../../performers/open-with-faces.ts'
import type { EffectResult, EffectTask, Performer } from '../../performers/performer.ts'
import { pickTarget } from '../../performers/pick-target.ts'
import { analyseSkinType } from './analyse-skin-type.ts'
import { requireReadable } from './require-readable.ts'

/** Finds the faces of a picture, and names the skin type of one of them; makes no file. */
export const fitzpatrickScaleAnalyzerPerformer: Performer = {
  'pre-process': detectionTask('fitzpatrick-scale-analyzer', facesOf, (face, { picture }) =>
    requireReadable(picture, face),
  ),
  effect: analyse,
}

async function analyse(task: EffectTask): Promise<EffectResult> {
  const start = performance.now()
  const { picture, faces } = await openWithFaces(task, 'src')
  const face = pickTarget(faces, 'face', task.parameters['index'])
  await task.checkpoint()
  task.beginStep('apply')
  const { type } = analyseSkinType(picture, face)
  return { results: { fitzpatrick_scale: type, timed: millisecondsSince(start) } }
}
