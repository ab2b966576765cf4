import { Fault } from '../../catalog/failures/fault.ts'

/**
 * A call to a generator whose answer did not come whole: it may have been carried out and paid. It is not repeated,
 * unless the operation is idempotent.
 */
export class LostAnswer extends Fault {
  constructor(message: string, options?: ErrorOptions) {
    super('generator-lost', message, options)
  }
}
