import type { Json } from '../json.ts'
import type { Branch, MapItem } from './engine.ts'

function itemOf(branch: Branch | null): MapItem | null {
  return branch === null ? null : (branch.item ?? itemOf(branch.parent))
}

/**
 * The context object, `$states.context` (Developer Guide, "Accessing execution data from the Context object"). `item`
 * is given while a Map makes the input of an iteration.
 */
export function contextOf(
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
      RoleArn: `arn:aws:iam::${engine.account}:role/${machineName}`,
      StartTime: new Date(row.started).toISOString(),
      RedriveCount: row.redrives,
    },
    State: { EnteredTime: frame.enteredAt, Name: frame.state, RetryCount: frame.retryCount },
    StateMachine: { Id: row.machine, Name: machineName },
    ...(frame.token === null ? {} : { Task: { Token: frame.token } }),
    ...(item === null ? {} : { Map: { Item: { ...item } } }),
  }
}
