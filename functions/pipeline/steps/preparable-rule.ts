import type { PictureRule } from '../../../catalog/feature.ts'
import { isPicture } from '../../../catalog/file-rule.ts'
import type { JobStep } from './load-step.ts'

/**
 * The file rule that a step's source is prepared for; undefined where it is sent as it is: the recipe says so, it is a
 * video, or parameters or a mask name pixels of it.
 */
export function preparableRule({
  plan,
  step,
  feature,
}: Pick<JobStep, 'plan' | 'step' | 'feature'>): PictureRule | undefined {
  const rule = feature.files.src
  if (plan.prepare === 'none' || !isPicture(rule)) return undefined
  const masked = step.inputs.msk !== undefined || step.inputs.srcmsk !== undefined
  return masked || feature.namesPixels?.(step.parameters) ? undefined : rule
}
