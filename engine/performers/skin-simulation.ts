import type { SkinConcerns } from '../../catalog/skin-simulation.ts'
import { simulateSkin } from '../effects/skin-simulation/skin-simulation.ts'
import { suitableFace } from '../effects/skin-simulation/suitable-face.ts'
import { encodePicture, MEDIA_TYPES } from '../media/encode-picture.ts'
import { openFaces } from './open-faces.ts'
import type { Job, Performed, Performer } from './performer.ts'
import { readyToChange } from './ready-to-change.ts'

/** Shows the largest face of a picture with its skin improved. */
export const skinSimulationPerformer: Performer = { effect: simulate }

async function simulate(job: Job): Promise<Performed> {
  const { picture, format, own, faces } = await openFaces(job, 'src')
  const face = suitableFace(picture, faces)
  const colours = await readyToChange({ picture, own })
  await job.checkpoint()
  const done = simulateSkin(picture, face, job.parameters as SkinConcerns)
  await job.checkpoint()
  const bytes = await encodePicture(done, format, colours)
  return { results: {}, output: { bytes, ...MEDIA_TYPES[format] } }
}
