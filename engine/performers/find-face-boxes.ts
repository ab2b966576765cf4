import { detectFaces } from '../vision/detect-faces.ts'
import type { Job, Performed } from './performer.ts'

/** The faces of a picture as boxes, in index order. An empty `result` is an answer: there is none. */
export async function findFaceBoxes(job: Job): Promise<Performed> {
  const start = performance.now()
  const { picture } = await job.picture('src')
  const faces = await detectFaces(picture, await job.vision(), job.checkpoint)
  const timed = Math.round(performance.now() - start)
  return { results: { timed, result: faces.map(({ box }) => box) } }
}
