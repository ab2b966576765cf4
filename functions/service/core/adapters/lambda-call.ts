import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import type { CallBroker } from './remote-broker.ts'

/**
 * Longer than a broker works, so that a connection that broke unseen does not hold a worker. The client asks again what
 * was not answered, or was more than the account's functions could take at once: what a broker does may be done twice.
 */
const CLIENT = {
  maxAttempts: 5,
  requestHandler: { connectionTimeout: 5_000, requestTimeout: 40_000 },
}

/** Invokes a broker function. Throws an error in the function's words when it failed. */
export function lambdaCall(
  functionName: string,
  lambda: Pick<LambdaClient, 'send'> = new LambdaClient(CLIENT),
): CallBroker {
  return async (request) => {
    const { FunctionError, Payload } = await lambda.send(
      new InvokeCommand({ FunctionName: functionName, Payload: JSON.stringify(request) }),
    )
    const answer: unknown = JSON.parse(Payload?.transformToString() || 'null')
    if (FunctionError === undefined) return answer
    const { errorType, errorMessage } = Object(answer)
    throw new Error(`The broker failed: ${errorType}: ${errorMessage}`)
  }
}
