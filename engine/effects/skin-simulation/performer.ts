import type { SkinConcerns } from '../../../catalog/skin-simulation.ts'
import { encodePicture, MEDIA_TYPES } from '../../media/encode-picture.ts'
import { beginEdit } from '../../performers/begin-edit.ts'
import { openWithFaces } from '../../performers/open-with-faces.ts'
import type { EffectResult, EffectTask, Performer } from '../../performers/performer.ts'
import { requireSuitableFace } from './require-suitable-face.ts'
import { simulateSkin } from './skin-simulation.ts'

/** Shows the largest face of a picture with its skin improved. */
export const skinSimulationPerformer: Performer = { effect: simulate }

async function simulate(job: EffectTask): Promise<EffectResult> {
  const { picture, format, own, faces } = await openWithFaces(job, 'src')
  const face = requireSuitableFace(picture, faces)
  const colours = await beginEdit({ picture, own })
  await job.checkpoint()
  const done = simulateSkin(picture, face, job.parameters as SkinConcerns)
  await job.checkpoint()
  const bytes = await encodePicture(done, format, colours)
  return { results: {}, output: { bytes, ...MEDIA_TYPES[format] } }
}
