import type { Task } from '../model/task.ts'
import type { OrderedTask } from '../ports/broker.ts'

/** What a worker is told of a task: neither whose it is nor which grants pay for it, nor who has its lease. */
export function orderedTask({ id, feature, stage, parameters, units, ...task }: Task): OrderedTask {
  const { requestId, correlationId } = task
  return {
    id,
    feature,
    stage,
    parameters,
    units,
    ...(requestId !== undefined && { requestId }),
    ...(correlationId !== undefined && { correlationId }),
  }
}
