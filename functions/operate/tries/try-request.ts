import type { Feature, FileRole } from '../../../catalog/features/feature.ts'
import { takesIndex } from '../../../catalog/features/takes-index.ts'
import { fileField } from '../../../catalog/tasks/read-files.ts'
import { resolveFileNames } from '../../pipeline/core/steps/resolve-file-names.ts'

/** What an effect is tried with: parameters as a recipe has them, and ids of uploaded files by role. */
export type Tried = {
  parameters: Readonly<Record<string, unknown>>
  files: Readonly<Record<string, readonly string[]>>
  /** Whom it works on, where the feature takes one of several. */
  index?: number | undefined
}

/** The body of the request that creates the effect task, as the service takes it. */
export function tryRequest(
  feature: Feature,
  { parameters, files, index = 0 }: Tried,
): Record<string, unknown> {
  const fields: Record<string, string | string[]> = {}
  for (const [role, ids] of Object.entries(files)) {
    const rule = feature.files[role as FileRole]
    if (!rule || ids.length === 0) continue
    fields[fileField(role as FileRole, 'id', rule)] =
      rule.maxCount === undefined ? (ids[0] ?? '') : [...ids]
  }
  const whole = { ...feature.defaults, ...parameters }
  return {
    ...resolveFileNames(whole, fields),
    ...fields,
    ...(takesIndex(feature) && { index }),
  }
}
