import type { Context } from 'aws-lambda'

/** The facts of an invocation; plain data, so that it can be sent to a worker thread. */
export type InvocationFacts = {
  readonly requestId: string
  readonly functionName: string
  readonly functionArn: string
  readonly memoryMb: number
  /** Epoch milliseconds at which the function is stopped. */
  readonly deadline: number
}

function noCallback(): never {
  throw new Error('Handlers return a promise: done, fail and succeed are not available.')
}

/**
 * The context object of a handler (Lambda Developer Guide, "Using the Lambda context object to retrieve Node.js
 * function information").
 */
export function lambdaContextOf(facts: InvocationFacts): Context {
  return {
    awsRequestId: facts.requestId,
    functionName: facts.functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: facts.functionArn,
    memoryLimitInMB: String(facts.memoryMb),
    logGroupName: `/aws/lambda/${facts.functionName}`,
    logStreamName: `local/[$LATEST]${facts.requestId}`,
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, facts.deadline - Date.now()),
    done: noCallback,
    fail: noCallback,
    succeed: noCallback,
  }
}
