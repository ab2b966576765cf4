import { FINER_CONDITIONS, type FinerCondition } from '../failures/condition.ts'
import type { FailureCode } from '../failures/failures.ts'
import type { Fault } from '../failures/fault.ts'
import type { Feature } from './feature.ts'

/**
 * The failure code of a fault in the spelling of one feature. A file's own codes come before the feature's, and a finer
 * condition without a code falls back to its wider one.
 */
export function codeOf(
  { codes, files }: Pick<Feature, 'codes' | 'files'>,
  { condition, role }: Pick<Fault, 'condition' | 'role'>,
): FailureCode {
  if (condition === 'uninstalled') return 'unknown_internal_error'
  const own = role && files[role]?.codes
  const exact = own?.[condition] ?? codes[condition]
  if (exact) return exact
  const wider = FINER_CONDITIONS[condition as FinerCondition]
  return own?.[wider] ?? codes[wider]
}

/** Every code that a task of the feature can end with, each once, in the order of the conditions. */
export function codesOf({ codes, files }: Pick<Feature, 'codes' | 'files'>): FailureCode[] {
  return [
    ...new Set([
      ...[codes, ...Object.values(files).map((file) => file.codes ?? {})].flatMap((spelt) =>
        Object.values(spelt),
      ),
      'unknown_internal_error' as const,
    ]),
  ]
}
