import type { PictureRule } from '../../../../catalog/features/feature.ts'
import { isPicture, type VideoRule } from '../../../../catalog/files/file-rule.ts'
import { narrowRule } from '../../../../catalog/limits/service-limits.ts'
import { MASK_ROLES } from '../ports/prepared.ts'
import type { JobStep } from './load-step.ts'

/**
 * The file rule that a step's source is prepared for, narrowed to what the service takes; undefined where it is sent as
 * it is: the recipe says so, or its mask is at an address that only the service reads.
 */
export function preparableRule({
  job,
  plan,
  step,
  feature,
}: Pick<JobStep, 'job' | 'plan' | 'step' | 'feature'>): PictureRule | VideoRule | undefined {
  const rule = feature.files.src
  if (plan.prepare === 'none') return undefined
  const masks = MASK_ROLES.flatMap((role) => step.inputs[role] ?? [])
  if (masks.some((mask) => 'url' in mask)) return undefined
  if (!isPicture(rule)) return rule
  return narrowRule(rule, feature.name, job.serviceLimits)
}
