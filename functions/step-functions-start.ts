import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import type { StartExecution } from './start-execution.ts'

/** Executions of one state machine of Step Functions, which refuses a second execution of the same name. */
export function stepFunctionsStart(
  sfn: Pick<SFNClient, 'send'>,
  stateMachineArn: string,
): StartExecution {
  return async (name, input) => {
    try {
      await sfn.send(
        new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }),
      )
      return 'started'
    } catch (error) {
      if (error instanceof ExecutionAlreadyExists) return 'duplicate'
      throw error
    }
  }
}
