import { type RequiredRights, textField } from '../../aws-json/authorize.ts'
import type { Engine } from '../run/engine.ts'
import { ownMachine } from '../run/own-machine.ts'

/** The field that names the resource of an operation, in the order in which it is looked for. */
const RESOURCE_FIELDS = ['stateMachineArn', 'executionArn', 'mapRunArn']

/**
 * What the operations of Step Functions ask for (Service Authorization Reference, AWS Step Functions).
 *
 * The answer to a task token asks for its state machine: the reference names no resource, but AWS checks that one
 * (aws/aws-cdk pull request 8486 tried it). For a token of a distributed map's child, the resource may be the machine
 * or the machine qualified with the map's label; nothing says which, so that both are asked for here.
 */
export function stateRequiredRights({ store }: Engine): RequiredRights {
  const machinesOf = (token: string): string[] => {
    const row = store.tokens.find(token)
    const machine = row && store.executions.byId(row.execution)?.machine
    if (machine === undefined) return ['*']
    return [...new Set([ownMachine(machine), machine])]
  }
  return (operation, input) => {
    const named = RESOURCE_FIELDS.map((name) => textField(input, name)).find(Boolean) ?? '*'
    const resources = operation.startsWith('SendTask')
      ? machinesOf(textField(input, 'taskToken'))
      : [named]
    return resources.map((resource) => ({ action: `states:${operation}`, resource, context: {} }))
  }
}
