import type { Json } from '../json.ts'
import type { Engine } from '../run/engine.ts'
import { RightMissing } from '../run/require-right.ts'
import { StateError } from '../state-error.ts'

/**
 * Calls a function and returns its payload as JSON. Throws a StateError named by the errorType the function reported,
 * with Lambda's JSON of the error as its cause. A host that rejects counts as Lambda.ServiceException; a machine whose
 * role may not call the function gets Lambda.AWSLambdaException.
 */
export async function callFunction(
  engine: Engine,
  machine: string,
  arn: string,
  payload: Json,
  signal: AbortSignal,
): Promise<Json> {
  let answer: Awaited<ReturnType<Engine['invoke']>>
  try {
    engine.requireRight(machine, 'lambda:InvokeFunction', arn)
    answer = await engine.invoke(arn, structuredClone(payload), signal)
  } catch (thrown) {
    throw new StateError(
      thrown instanceof RightMissing ? 'Lambda.AWSLambdaException' : 'Lambda.ServiceException',
      thrown instanceof Error ? thrown.message : String(thrown),
    )
  }
  if ('error' in answer) {
    const { errorType, errorMessage, stackTrace: trace } = answer.error
    throw new StateError(
      errorType || 'Lambda.Unknown',
      JSON.stringify({ errorType, errorMessage, trace }),
    )
  }
  const text = JSON.stringify(answer.payload ?? null)
  return text === undefined ? null : (JSON.parse(text) as Json)
}
