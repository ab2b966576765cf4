import { type Json, jsonBytes, maxPayloadBytes } from '../json.ts'
import { StateError } from '../state-error.ts'
import { recordEvent } from './branch.ts'
import type { Branch, MapItem } from './engine.ts'
import { roleArnOf } from './role-arn.ts'
import type { StatesExtra } from './state-result.ts'

function itemOf(branch: Branch | null): MapItem | null {
  return branch === null ? null : (branch.item ?? itemOf(branch.parent))
}

/**
 * The context object, `$states.context` (Developer Guide, "Accessing execution data from the Context object"). `item`
 * is given while a Map makes the input of an iteration.
 */
function contextOf(
  branch: Branch,
  item: MapItem | null = itemOf(branch),
): { [name: string]: Json } {
  const { run, frame } = branch
  const { row, engine, input } = run
  const machineName = row.machine.slice(row.machine.lastIndexOf(':') + 1)
  return {
    Execution: {
      Id: row.arn,
      Input: input,
      Name: row.name,
      RoleArn: roleArnOf(engine, row.machine),
      StartTime: new Date(row.started).toISOString(),
      RedriveCount: row.redrives,
    },
    State: { EnteredTime: frame.enteredAt, Name: frame.state, RetryCount: frame.retryCount },
    StateMachine: { Id: row.machine, Name: machineName },
    ...(frame.token === null ? {} : { Task: { Token: frame.token } }),
    ...(item === null ? {} : { Map: { Item: { ...item } } }),
  }
}

// Step Functions service quotas: the total size of an execution's variables.
const maxVariableBytes = 10 * 1_024 * 1_024

/** Every variable a branch can read: its own, then those of the scopes around it. */
function variablesOf(branch: Branch | null): { [name: string]: Json } {
  return branch === null ? {} : { ...variablesOf(branch.parent), ...branch.frame.variables }
}

/**
 * Fills a template in the scope of a branch's current state, with the variables as they were on entry. A failed
 * expression is recorded in the history and thrown as States.QueryEvaluationError.
 */
export async function fillTemplate(
  branch: Branch,
  template: Json,
  field: string,
  { item, ...extra }: StatesExtra = {},
): Promise<Json> {
  const { evaluator, store } = branch.run.engine
  const { id } = branch.run.row
  const states = { input: branch.frame.input, ...extra, context: contextOf(branch, item) }
  try {
    return await evaluator.fill(template, { ...variablesOf(branch), states }, field, {
      slow: () => void store.slowEvaluations.open(id),
      over: () => void store.slowEvaluations.close(id),
    })
  } catch (thrown) {
    if (thrown instanceof StateError)
      recordEvent(branch, 'EvaluationFailed', {
        evaluationFailedEventDetails: {
          error: thrown.error,
          cause: thrown.cause,
          location: field,
          state: branch.frame.state,
        },
      })
    throw thrown
  }
}

/** Evaluates an Assign template. Throws States.DataLimitExceeded above the quotas of variables. */
export async function fillAssign(
  branch: Branch,
  template: Json | undefined,
  extra: StatesExtra,
): Promise<{ [name: string]: Json }> {
  if (template === undefined) return {}
  const assigned = (await fillTemplate(branch, template, 'Assign', extra)) as {
    [name: string]: Json
  }
  if (jsonBytes(assigned) > maxPayloadBytes)
    throw new StateError('States.DataLimitExceeded', `Assign: more than ${maxPayloadBytes} bytes`)
  if (jsonBytes({ ...variablesOf(branch), ...assigned }) > maxVariableBytes)
    throw new StateError(
      'States.DataLimitExceeded',
      `variables: more than ${maxVariableBytes} bytes`,
    )
  return assigned
}

/** Returns a payload of a branch's current state. Throws States.DataLimitExceeded when it is above the quota. */
export function checkSize(branch: Branch, value: Json, what: string): Json {
  if (jsonBytes(value) > maxPayloadBytes)
    throw new StateError(
      'States.DataLimitExceeded',
      `The state '${branch.frame.state}' has ${what} above the limit of ${maxPayloadBytes} bytes.`,
    )
  return value
}
