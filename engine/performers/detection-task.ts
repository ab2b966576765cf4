import { Fault } from '../../catalog/failures/fault.ts'
import { codeOf } from '../../catalog/features/code-of.ts'
import type { Feature } from '../../catalog/features/feature.ts'
import { findFeature } from '../../catalog/features/features.ts'
import type { Unusable } from '../../catalog/targets/pick-usable.ts'
import type { Box } from '../geometry/box.ts'
import type { Picture } from '../raster/picture.ts'
import { millisecondsSince } from './edit-picture.ts'
import type { EffectTask, Perform } from './performer.ts'

/** The picture, and whom it shows, in index order. */
export type Detected<Found> = { picture: Picture; found: readonly Found[] }

/**
 * A detection task: boxes in pixels of the source, in index order, each with whether the effect accepts it. An empty
 * `result` is an answer too.
 * @param require what the effect requires of whom it works on; throws a Fault
 */
export function detectionTask<Found extends { box: Box }>(
  name: string,
  find: (task: EffectTask) => Promise<Detected<Found>>,
  require: (found: Found, all: Detected<Found>, task: EffectTask) => void | Promise<void>,
): Perform {
  return async (task) => {
    const start = performance.now()
    const feature = findFeature(name)
    if (!feature) throw new Error(`${name} is not in the catalogue.`)
    const all = await find(task)
    const result: object[] = []
    for (const one of all.found) {
      await task.checkpoint()
      result.push({ ...one.box, usable: await judge(feature, () => require(one, all, task)) })
    }
    return { results: { timed: millisecondsSince(start), result } }
  }
}

/** `true`, or the code and the words with which the effect's own task would end. */
async function judge(
  feature: Feature,
  require: () => void | Promise<void>,
): Promise<true | Unusable> {
  try {
    await require()
    return true
  } catch (error) {
    if (!(error instanceof Fault) || error.condition === 'runtime') throw error
    return { code: codeOf(feature, error), condition: error.condition, message: error.message }
  }
}
