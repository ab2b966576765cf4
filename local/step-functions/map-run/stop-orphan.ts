import { endRun } from '../run/end-run.ts'
import type { Engine } from '../run/engine.ts'
import type { ExecutionRow } from '../store/executions.ts'

/**
 * Ends a child execution whose parent ended when the process died before it stopped the child. True when it was such
 * a child.
 */
export function stopOrphan(engine: Engine, row: ExecutionRow): boolean {
  const parent = engine.store.mapRuns.parentStatus(row.id)
  if (parent === undefined || parent === 'RUNNING') return false
  engine.runExecution(row)
  const root = engine.runs.get(row.arn)?.root
  if (root) endRun(root, { status: 'ABORTED' })
  return true
}
