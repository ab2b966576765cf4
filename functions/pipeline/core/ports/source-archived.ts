import { Failure } from '../../../../catalog/failures/failure.ts'
import { FAILURES } from '../../../../catalog/failures/failures.ts'

/** The failure of a job with a file that must be restored from an archive first, with its key. */
export function sourceArchived(key: string, cause?: unknown): Failure {
  return new Failure('SourceArchived', `${FAILURES.SourceArchived.detail} The file is ${key}.`, {
    cause,
  })
}
