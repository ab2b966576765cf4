import { randomUUID } from 'node:crypto'
import type { ExecutionRow } from '../store/executions.ts'
import type { Frame } from '../store/frames.ts'
import type { Engine } from './engine.ts'
import { statusChangeEvent } from './status-change-event.ts'

/** A frame reset so that its current state runs again. Results of states that succeeded stay. */
function resetForRedrive(frame: Frame): Frame {
  return {
    ...frame,
    retries: [],
    retryCount: 0,
    wakeAt: null,
    token: null,
    submitted: false,
    outcome: frame.outcome !== null && 'output' in frame.outcome ? frame.outcome : null,
  }
}

/**
 * Redrives an execution that failed, timed out or was stopped (Developer Guide, "Restarting state machine executions
 * with redrive"). The states it stopped in run again with all their retries; iterations and branches that succeeded
 * keep their results. Its timeout starts anew.
 */
export function redrive(engine: Engine, row: ExecutionRow): ExecutionRow {
  const { store, clock } = engine
  const now = clock.now()
  const running = store.transaction(() => {
    store.executions.redrive(row.id, now)
    for (const [path, frame] of store.frames.all(row.id))
      store.frames.save(row.id, path, resetForRedrive(frame))
    const last = store.history.last(row.id)
    const executionRedrivenEventDetails = { redriveCount: row.redrives + 1 }
    store.history.add(row.id, {
      id: last + 1,
      type: 'ExecutionRedriven',
      at: now,
      previous: last,
      details: JSON.stringify({ executionRedrivenEventDetails }),
    })
    const found = store.executions.find(row.arn)!
    store.outbox.add(JSON.stringify(statusChangeEvent(engine, found, randomUUID())), now)
    return found
  })
  engine.statusChanged()
  engine.runExecution(running)
  return running
}
