import type { FailureCode } from '../../../../catalog/failures/failures.ts'
import type { Feature } from '../../../../catalog/features/feature.ts'

/**
 * The numbers that try-on tasks were recorded to end with, as text, and the documented codes of the same meaning:
 * "No hand detected." came with 2, "Wrist should be in the correct pose." with 4.
 */
const NUMBERED: Readonly<Record<string, FailureCode>> = {
  2: 'PHOTO_DETECTION_FAIL',
  4: 'PHOTO_CHECK_INVALID',
}

/** The code of a task's end: the service's own, or the documented one for which a try-on answers a number. */
export function taskCode(
  { name }: Pick<Feature, 'name'>,
  error: string | null | undefined,
): string | null | undefined {
  if (error == null || !name.startsWith('2d-vto/')) return error
  return Object.hasOwn(NUMBERED, error) ? NUMBERED[error] : error
}
