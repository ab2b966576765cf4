/** The errors this endpoint answers with, by the names of the Step Functions API. */
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

/** An answer with status 400 and a name that the SDK turns into its error class. */
export class ApiError extends Error {
  override readonly name: ApiErrorName

  constructor(name: ApiErrorName, message: string) {
    super(message)
    this.name = name
  }
}
