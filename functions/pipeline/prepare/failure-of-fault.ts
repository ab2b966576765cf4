import { Failure } from '../../../catalog/failures/failure.ts'
import type { Fault } from '../../../catalog/failures/fault.ts'

const CODES = {
  target: 'NoTarget',
  several: 'TargetMissing',
  runtime: 'PreparationStopped',
} as const

/**
 * The failure of a job whose file could not be prepared, with the engine's words: `NoTarget` where nobody is there to
 * crop to, `TargetMissing` where too many are, `PreparationStopped` for what took too long, otherwise `SourceUnfit`.
 */
export function failureOfFault(fault: Fault): Failure {
  const code = CODES[fault.condition as keyof typeof CODES] ?? 'SourceUnfit'
  return new Failure(code, fault.message, { cause: fault })
}
