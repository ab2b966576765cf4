import type { PictureRule } from '../../../catalog/feature.ts'
import { isPicture } from '../../../catalog/file-rule.ts'
import { MASK_ROLES } from '../ports/prepared.ts'
import type { JobStep } from './load-step.ts'

/**
 * The file rule that a step's source is prepared for; undefined where it is sent as it is: the recipe says so, it is a
 * video, or its mask is at an address that only the service reads.
 */
export function preparableRule({
  plan,
  step,
  feature,
}: Pick<JobStep, 'plan' | 'step' | 'feature'>): PictureRule | undefined {
  const rule = feature.files.src
  if (plan.prepare === 'none' || !isPicture(rule)) return undefined
  const masks = MASK_ROLES.flatMap((role) => step.inputs[role] ?? [])
  return masks.some((mask) => 'url' in mask) ? undefined : rule
}
