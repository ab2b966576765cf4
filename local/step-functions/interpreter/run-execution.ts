import { callAt } from '../clock.ts'
import type { Machine } from '../definition/schema.ts'
import type { Json } from '../json.ts'
import { openBranch } from '../run/branch.ts'
import { endRun } from '../run/end-run.ts'
import type { Branch, Engine, Run } from '../run/engine.ts'
import { asStateError, BranchStopped } from '../state-error.ts'
import type { ExecutionRow } from '../store/executions.ts'
import { runBranch } from './run-branch.ts'

async function runToEnd(root: Branch): Promise<void> {
  try {
    endRun(root, { status: 'SUCCEEDED', output: JSON.stringify(await runBranch(root)) })
  } catch (thrown) {
    if (thrown instanceof BranchStopped) return
    const { error, cause } = asStateError(thrown)
    endRun(root, { status: 'FAILED', error, cause })
  }
}

/** How many processes one execution may take down before it is failed instead of resumed. */
const MOST_PROCESSES_ENDED = 2

/**
 * An execution fails whose definition this version of the program refuses, though an earlier one accepted it, and one
 * whose expressions took the process down.
 */
function machineOrProblem(
  engine: Engine,
  { id, definition }: ExecutionRow,
): { machine: Machine; problem: string | null } {
  try {
    const machine = engine.machineOf(definition)
    const ended = engine.store.slowEvaluations.ended(id)
    const problem =
      ended < MOST_PROCESSES_ENDED
        ? null
        : `the process ended ${ended} times while it evaluated an expression of this execution`
    return { machine, problem }
  } catch (thrown) {
    const { message } = asStateError(thrown)
    return { machine: { StartAt: '', States: {} }, problem: message }
  }
}

/**
 * Runs an execution from where its frames stand: from the start when it is new, from the middle after a restart. Its
 * timeout counts from its start or redrive, so one that passed while no process ran ends it at once.
 */
export function runExecution(engine: Engine, row: ExecutionRow): void {
  const { store, clock } = engine
  const { machine, problem } = machineOrProblem(engine, row)
  const input = JSON.parse(row.input) as Json
  const run: Run = {
    engine,
    row,
    machine,
    input,
    lastEvent: store.history.last(row.id),
    frames: store.frames.all(row.id),
    abort: new AbortController(),
    over: false,
    cancelTimeout: () => {},
    root: null,
  }
  const root = openBranch(run, machine, null, { path: '', input, item: null })
  run.root = root
  engine.runs.set(row.arn, run)
  if (problem !== null) {
    endRun(root, { status: 'FAILED', error: 'States.Runtime', cause: problem })
    return
  }
  if (machine.TimeoutSeconds !== undefined) {
    const at = (row.redriven ?? row.started) + machine.TimeoutSeconds * 1_000
    const ending = { status: 'TIMED_OUT', error: 'States.Timeout' } as const
    run.cancelTimeout = callAt(clock, at, () => endRun(root, ending))
  }
  void runToEnd(root)
}
