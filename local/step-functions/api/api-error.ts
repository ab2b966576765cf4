/**
 * The errors of this endpoint, by their names in the Step Functions API Reference ("Common Error Types" and each
 * action).
 */
export type ApiErrorName =
  | 'ExecutionAlreadyExists'
  | 'ExecutionDoesNotExist'
  | 'ExecutionNotRedrivable'
  | 'InvalidArn'
  | 'InvalidExecutionInput'
  | 'InvalidName'
  | 'InvalidOutput'
  | 'InvalidToken'
  | 'ResourceNotFound'
  | 'StateMachineDoesNotExist'
  | 'TaskDoesNotExist'
  | 'TaskTimedOut'
  | 'UnknownOperationException'
  | 'SerializationException'
  | 'ValidationException'

/** An error answer with status 400. The SDK turns `name` into its error class. */
export class ApiError extends Error {
  override readonly name: ApiErrorName

  constructor(name: ApiErrorName, message: string) {
    super(message)
    this.name = name
  }
}
