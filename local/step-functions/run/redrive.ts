import { randomUUID } from 'node:crypto'
import type { ExecutionRow } from '../store/executions.ts'
import type { Frame } from '../store/frames.ts'
import type { Engine } from './engine.ts'
import { statusChangeEvent } from './status-change-event.ts'

/** A frame made ready to run the state it stopped in again; what succeeded in it stays. */
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
 * Takes up an execution that failed, timed out or was stopped at the states it stopped in: those run again with their retries
 * unused, what had succeeded (iterations and branches too) is kept. Its timeout counts anew. One transaction, then it runs.
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
