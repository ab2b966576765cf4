import type { Box, Picture } from '../raster/picture.ts'
import type { Vision } from '../vision/vision.ts'
import type { Job, Performed } from './performer.ts'

type Detect = (
  picture: Picture,
  vision: Vision,
  checkpoint: () => Promise<void>,
) => Promise<readonly { box: Box }[]>

/** A detection task: what is found in a picture as boxes, in index order. An empty `result` is an answer too. */
export function findBoxes(detect: Detect): (job: Job) => Promise<Performed> {
  return async (job) => {
    const start = performance.now()
    const { picture } = await job.picture('src')
    const found = await detect(picture, await job.vision(), job.checkpoint)
    const timed = Math.round(performance.now() - start)
    return { results: { timed, result: found.map(({ box }) => box) } }
  }
}
