import type { FailureCode } from './failures.ts'
import { type Condition, type Fault, FINER_CONDITIONS, type FinerCondition } from './fault.ts'
import type { Feature } from './feature.ts'

/** How a feature spells conditions; a finer one it has no word for is spelt like its wider one. */
export type Codes = Readonly<
  Record<Condition, FailureCode> & Partial<Record<FinerCondition, FailureCode>>
>

/** The code a feature's clients know a fault by. */
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

/** Every code a task of the feature can end with, each once, in the order of the conditions. */
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
