import { endRun } from '../run/end-run.ts'
import type { Engine } from '../run/engine.ts'
import type { ExecutionRow } from '../store/executions.ts'

/** Ends a child execution whose parent ended when the process died before the child was stopped; true when it was one. */
export function stopOrphan(engine: Engine, row: ExecutionRow): boolean {
  const parent = engine.store.mapRuns.parentStatus(row.id)
  if (parent === undefined || parent === 'RUNNING') return false
  engine.runExecution(row)
  const root = engine.runs.get(row.arn)?.root
  if (root) endRun(root, { status: 'ABORTED' })
  return true
}
