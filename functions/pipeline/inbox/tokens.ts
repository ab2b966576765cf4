import {
  InvalidToken,
  SendTaskSuccessCommand,
  type SFNClient,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn'

/** Answers a waiting state. */
export type Tokens = {
  /** Lets the state go on with `output`. A token already used, timed out or gone is a finished matter, not an error. */
  succeed(token: string, output: Record<string, unknown>): Promise<void>
}

/** Task tokens of Step Functions. */
export const stepFunctionsTokens = (sfn: Pick<SFNClient, 'send'>): Tokens => ({
  succeed: async (taskToken, output) => {
    try {
      await sfn.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) }))
    } catch (error) {
      if (SPENT.some((kind) => error instanceof kind)) return
      throw error
    }
  },
})

const SPENT = [TaskTimedOut, TaskDoesNotExist, InvalidToken]
