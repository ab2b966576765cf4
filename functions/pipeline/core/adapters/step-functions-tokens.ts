import {
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  type SFNClient,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn'
import type { Tokens } from '../ports/tokens.ts'

/** Callback task tokens of Step Functions. */
export function stepFunctionsTokens(sfn: Pick<SFNClient, 'send'>): Tokens {
  return {
    succeed: (taskToken, output) =>
      unlessSpent(
        sfn.send(new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(output) })),
      ),
    fail: (taskToken, error, cause) =>
      unlessSpent(sfn.send(new SendTaskFailureCommand({ taskToken, error, cause }))),
  }
}

const SPENT = [TaskTimedOut, TaskDoesNotExist, InvalidToken]

async function unlessSpent(sent: Promise<unknown>): Promise<void> {
  try {
    await sent
  } catch (error) {
    if (!SPENT.some((kind) => error instanceof kind)) throw error
  }
}
