import { randomUUID } from 'node:crypto'
import type { ExecutionRow } from '../store/executions.ts'
import { newFrame } from '../store/frames.ts'
import type { MachineRow } from '../store/machines.ts'
import type { Engine } from './engine.ts'
import { notTruncated } from './history-event.ts'
import { roleArnOf } from './role-arn.ts'
import { statusChangeEvent } from './status-change-event.ts'

/** The ARN of an execution of a state machine. */
export function executionArn(machineArn: string, name: string): string {
  return `${machineArn.replace(':stateMachine:', ':execution:')}:${name}`
}

/**
 * Stores a new execution with its first event, its root frame and its status change in one transaction, in which
 * `also` runs too. Then runs it.
 */
export function createExecution(
  engine: Engine,
  machine: Pick<MachineRow, 'arn' | 'definition'>,
  startAt: string,
  { name, input }: { name: string; input: string },
  also?: (row: ExecutionRow) => void,
): ExecutionRow {
  const { store, clock } = engine
  const started = clock.now()
  const arn = executionArn(machine.arn, name)
  const row = store.transaction(() => {
    store.executions.add({
      arn,
      machine: machine.arn,
      name,
      definition: machine.definition,
      started,
      input,
    })
    const added = store.executions.find(arn)!
    const roleArn = roleArnOf(engine, machine.arn)
    const executionStartedEventDetails = { input, inputDetails: notTruncated, roleArn }
    store.history.add(added.id, {
      id: 1,
      type: 'ExecutionStarted',
      at: started,
      previous: 0,
      details: JSON.stringify({ executionStartedEventDetails }),
    })
    store.frames.save(added.id, '', newFrame(startAt, JSON.parse(input), 1))
    store.outbox.add(JSON.stringify(statusChangeEvent(engine, added, randomUUID())), started)
    also?.(added)
    return added
  })
  engine.statusChanged()
  engine.runExecution(row)
  return row
}
