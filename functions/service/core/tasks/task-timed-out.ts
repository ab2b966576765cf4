import type { Charge } from '../../../../catalog/costs/charge.ts'
import { Failure } from '../../../../catalog/failures/failure.ts'

/** A task that took too long. The response says what it was charged, as that of any ended task does. */
export class TaskTimedOut extends Failure {
  readonly charge: Charge | undefined

  constructor(charge: Charge | undefined) {
    super('TaskTimeout')
    this.charge = charge
  }
}
