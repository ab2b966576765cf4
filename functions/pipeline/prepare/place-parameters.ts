import { Failure } from '../../../catalog/failures/failure.ts'
import type { Preparation } from '../../../catalog/preparation/preparation.ts'
import { companionKey } from '../../../catalog/recipe/companions.ts'
import type { RecipeInput } from '../../../catalog/recipe/shape/recipe.ts'
import { type Objects, resultMark } from '../core/ports/objects.ts'
import type { PictureEngine } from '../core/ports/picture-engine.ts'
import { MASK_ROLES, type Prepared, type PreparedLocation } from '../core/ports/prepared.ts'
import type { JobStep } from '../core/steps/load-step.ts'

type Deps = {
  objects: Pick<Objects, 'open' | 'write'>
  preparedPictures: PreparedLocation
  pictures: Pick<PictureEngine, 'prepareMask'>
}

/**
 * Takes what a step says of its source's pixels along to the prepared picture, which may be that of one `target`:
 * writes its masks beside it, cropped and scaled alike. Throws `SourceUnfit` where parameters name pixels that would
 * not mean the same there, and `CompanionMissing` or `InputMissing` for a mask that does not exist.
 */
export async function placeParameters(
  { job, step, feature, index }: JobStep,
  preparation: Preparation,
  deps: Deps,
  target?: number,
): Promise<Pick<Prepared, 'masks'>> {
  if (feature.placePixels && !feature.placePixels(step.parameters, preparation)) {
    throw new Failure(
      'SourceUnfit',
      'The parameters name pixels of the picture, and it would have to be scaled or cropped away from them.',
    )
  }
  const masks: Prepared['masks'] = {}
  const { bucket, prefix } = deps.preparedPictures
  for (const role of MASK_ROLES) {
    const [input] = [step.inputs[role] ?? []].flat()
    if (!input || 'url' in input) continue
    const file = await deps.objects.open({ bucket: job.source.bucket, key: keyOf(input, job) })
    if (!file) {
      throw new Failure(
        'object' in input ? 'InputMissing' : 'CompanionMissing',
        `${keyOf(input, job)} does not exist.`,
      )
    }
    const part = target === undefined ? '' : `.${target}`
    await deps.pictures.prepareMask(file.body, preparation, async (made) => {
      const key = `${prefix}${job.id}/${index}${part}.${role}${made.ending}`
      await deps.objects.write({ bucket, key }, made.bytes, {
        contentType: made.contentType,
        metadata: resultMark(job.id),
      })
      masks[role] = key
    })
  }
  return Object.keys(masks).length > 0 ? { masks } : {}
}

function keyOf(input: Exclude<RecipeInput, { url: string }>, { source }: JobStep['job']): string {
  return 'object' in input ? input.object : companionKey(input.companion, source.key)
}
