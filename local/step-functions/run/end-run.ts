import { randomUUID } from 'node:crypto'
import type { Ending } from '../store/executions.ts'
import { abortedEvent } from './aborted-event.ts'
import { recordEvent, writePending } from './branch.ts'
import type { Branch } from './engine.ts'
import type { HistoryDetails, HistoryType } from './history-event.ts'
import { notTruncated } from './history-event.ts'
import { statusChangeEvent } from './status-change-event.ts'

function endEvent({ status, output, error, cause }: Ending): [HistoryType, HistoryDetails] {
  const failure = { ...(error ? { error } : {}), ...(cause ? { cause } : {}) }
  if (status === 'SUCCEEDED')
    return [
      'ExecutionSucceeded',
      { executionSucceededEventDetails: { output: output ?? 'null', outputDetails: notTruncated } },
    ]
  if (status === 'FAILED') return ['ExecutionFailed', { executionFailedEventDetails: failure }]
  if (status === 'TIMED_OUT')
    return ['ExecutionTimedOut', { executionTimedOutEventDetails: failure }]
  return ['ExecutionAborted', { executionAbortedEventDetails: failure }]
}

/**
 * Ends an execution once: its last events, its status, its open tokens and the status change are written in one
 * transaction. Then its branches are stopped. A second call does nothing. The frames of an unsuccessful execution
 * stay, for a redrive.
 */
export function endRun(root: Branch, ending: Ending): void {
  const { run } = root
  if (run.over) return
  const { store, clock, runs, statusChanged } = run.engine
  const stopped = clock.now()
  const unfinished = ending.status === 'ABORTED' || ending.status === 'TIMED_OUT'
  if (unfinished) {
    root.pending = []
    const aborted = abortedEvent(root)
    if (aborted !== undefined) recordEvent(root, aborted)
  }
  recordEvent(root, ...endEvent(ending))
  store.transaction(() => {
    writePending(root)
    store.executions.end(run.row.id, stopped, ending)
    store.tokens.closeAll(run.row.id)
    store.slowEvaluations.forget(run.row.id)
    if (ending.status === 'SUCCEEDED') store.frames.drop(run.row.id)
    else store.frames.save(run.row.id, '', root.frame)
    const { output = null, error = null, cause = null, status } = ending
    const row = { ...run.row, status, stopped, output, error, cause }
    store.outbox.add(JSON.stringify(statusChangeEvent(run.engine, row, randomUUID())), stopped)
  })
  run.over = true
  runs.delete(run.row.arn)
  run.cancelTimeout()
  run.abort.abort()
  statusChanged()
  run.engine.children.get(run.row.id)?.()
}
