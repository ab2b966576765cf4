import type { PictureRule } from '../../../../catalog/features/feature.ts'
import { isPicture } from '../../../../catalog/files/file-rule.ts'
import { narrowRule } from '../../../../catalog/limits/service-limits.ts'
import { companionKey } from '../../../../catalog/recipe/companions.ts'
import type { RecipeInput } from '../../../../catalog/recipe/shape/recipe.ts'
import type { JobStep } from './load-step.ts'

/** A reference of a step in the drop bucket. */
export type PreparableReference = { nth: number; key: string; rule: PictureRule }

/**
 * The references of a step that may be prepared: companions, and files beside the recipes. None where the recipe lets
 * nothing be prepared, and none that has a mask, which would have to be scaled alike.
 */
export function preparableReferences({
  job,
  plan,
  step,
  feature,
}: Pick<JobStep, 'job' | 'plan' | 'step' | 'feature'>): PreparableReference[] {
  const rule = feature.files.ref
  if (plan.prepare === 'none' || !rule || !isPicture(rule) || step.inputs.refmsk) return []
  const inputs: RecipeInput[] = [step.inputs.ref ?? []].flat()
  return inputs.flatMap((input, nth) => {
    if ('url' in input) return []
    const key = 'object' in input ? input.object : companionKey(input.companion, job.source.key)
    return [{ nth, key, rule: narrowRule(rule, feature.name, job.serviceLimits) }]
  })
}
