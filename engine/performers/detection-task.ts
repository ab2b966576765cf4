import type { Box } from '../raster/picture.ts'
import type { EffectResult, EffectTask } from './performer.ts'

/** A detection task: what is found in a picture as boxes, in index order. An empty `result` is an answer too. */
export function detectionTask(
  find: (job: EffectTask) => Promise<readonly { box: Box }[]>,
): (job: EffectTask) => Promise<EffectResult> {
  return async (job) => {
    const start = performance.now()
    const found = await find(job)
    const timed = Math.round(performance.now() - start)
    return { results: { timed, result: found.map(({ box }) => box) } }
  }
}
