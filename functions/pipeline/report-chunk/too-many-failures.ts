import type { Batch } from '../ports/batch.ts'

/** More of a batch failed than it tolerates; its name is what the workflow matches. */
export class TooManyFailures extends Error {
  override readonly name = 'TooManyFailures'

  constructor({ failed, total, tolerated }: Batch) {
    super(`${failed} of ${total} items failed, ${tolerated} per cent are tolerated.`)
  }
}
