import { Fault } from '../../../catalog/failures/fault.ts'
import { type Objects, resultMark } from '../core/ports/objects.ts'
import type { PictureEngine } from '../core/ports/picture-engine.ts'
import type { Prepared, PreparedLocation } from '../core/ports/prepared.ts'
import type { JobStep } from '../core/steps/load-step.ts'
import { preparableReferences } from '../core/steps/preparable-references.ts'
import { failureOfFault } from './failure-of-fault.ts'

type Deps = {
  objects: Pick<Objects, 'open' | 'write'>
  preparedPictures: PreparedLocation
  pictures: Pick<PictureEngine, 'prepare'>
}

/**
 * Makes the references of a step meet the feature's file rule: converted, turned and scaled, and cropped only where the
 * rule says around what: otherwise what a feature takes from a reference may be anywhere in it. One that is missing, or
 * that cannot be made to fit, is left to the next state and to the service, which say best what is wrong. Throws
 * `PreparationStopped`.
 */
export async function prepareReferences(
  at: JobStep,
  { objects, preparedPictures, pictures }: Deps,
): Promise<Pick<Prepared, 'references'>> {
  const references: NonNullable<Prepared['references']> = {}
  for (const { nth, key: from, rule } of preparableReferences(at)) {
    const file = await objects.open({ bucket: at.job.source.bucket, key: from })
    if (!file) continue
    try {
      const wanted = { rule, target: rule.framing ? 'largest' : 'all', named: false }
      await pictures.prepare(file.body, wanted, async (_, made) => {
        const key = `${preparedPictures.prefix}${at.job.id}/${at.index}.ref${nth}${made.ending}`
        await objects.write({ bucket: preparedPictures.bucket, key }, made.bytes, {
          contentType: made.contentType,
          metadata: resultMark(at.job.id),
        })
        references[nth] = key
      })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      if (error.condition === 'runtime') throw failureOfFault(error)
    }
  }
  return Object.keys(references).length > 0 ? { references } : {}
}
