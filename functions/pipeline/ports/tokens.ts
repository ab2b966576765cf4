import {
  InvalidToken,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  type SFNClient,
  TaskDoesNotExist,
  TaskTimedOut,
} from '@aws-sdk/client-sfn'

/** Answers a waiting state. */
export type Tokens = {
  /** Lets the state go on with `output`. A token already used, timed out or gone is a finished matter, not an error. */
  succeed(token: string, output: Record<string, unknown>): Promise<void>
  /** Lets the state fail with an error of this name. Just as harmless to repeat. */
  fail(token: string, error: string, message: string): Promise<void>
}

/** Task tokens of Step Functions. */
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
