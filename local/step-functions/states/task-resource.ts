import type { Resource } from '../definition/read-resource.ts'
import { isObject, type Json } from '../json.ts'
import type { Engine } from '../run/engine.ts'
import { type HistoryDetails, type HistoryType, notTruncated } from '../run/history-event.ts'
import { StateError } from '../state-error.ts'

/**
 * The function to call and its payload, from the Arguments of a Task. Throws States.Runtime when FunctionName is no
 * string.
 */
export function readCall(
  resource: Resource,
  args: Json,
  engine: Engine,
): { arn: string; payload: Json } {
  if (resource.kind === 'lambda') return { arn: resource.name, payload: args }
  const { FunctionName: name, Payload: payload = {} } = isObject(args) ? args : {}
  if (typeof name !== 'string')
    throw new StateError(
      'States.Runtime',
      'Arguments/FunctionName must be the name or ARN of a function',
    )
  const arn = name.startsWith('arn:')
    ? name
    : `arn:aws:lambda:${engine.region}:${engine.account}:function:${name}`
  return { arn, payload }
}

/**
 * The result of a Task: the function's payload, or the answer of the optimized integration around it (Developer
 * Guide, "Invoke an AWS Lambda function with Step Functions").
 */
export function taskValue(resource: Resource, payload: Json): Json {
  return resource.kind === 'lambda'
    ? payload
    : {
        ExecutedVersion: '$LATEST',
        Payload: payload,
        SdkHttpMetadata: { HttpStatusCode: 200 },
        SdkResponseMetadata: {},
        StatusCode: 200,
      }
}

type Stage =
  | {
      stage: 'Scheduled'
      args: Json
      region: string
      timeout: number | null
      heartbeat: number | null
    }
  | { stage: 'Started' }
  | { stage: 'Submitted' | 'Succeeded'; output: Json }
  | { stage: 'Failed' | 'TimedOut'; error: string; cause: string }

function stageDetails(stage: Stage, resource: Resource): object {
  if (stage.stage === 'Started') return {}
  if ('error' in stage) return { error: stage.error, cause: stage.cause }
  if ('output' in stage)
    return { output: JSON.stringify(stage.output), outputDetails: notTruncated }
  const { args, region, timeout, heartbeat } = stage
  const times = timeout === null ? {} : { timeoutInSeconds: timeout }
  if (resource.kind === 'lambda')
    return {
      resource: resource.name,
      input: JSON.stringify(args),
      inputDetails: notTruncated,
      ...times,
    }
  const beats = heartbeat === null ? {} : { heartbeatInSeconds: heartbeat }
  return { region, parameters: JSON.stringify(args), ...times, ...beats }
}

/**
 * The history event of one stage of a Task: LambdaFunction… for a function ARN as the Resource, Task… for an
 * integration.
 */
export function taskEvent(resource: Resource, stage: Stage): [HistoryType, HistoryDetails] {
  const details = stageDetails(stage, resource)
  const name = stage.stage
  if (resource.kind === 'lambda')
    return name === 'Started'
      ? ['LambdaFunctionStarted', {}]
      : [`LambdaFunction${name}` as HistoryType, { [`lambdaFunction${name}EventDetails`]: details }]
  const which = { resourceType: 'lambda', resource: resource.name }
  return [`Task${name}`, { [`task${name}EventDetails`]: { ...which, ...details } }]
}
