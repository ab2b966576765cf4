import { randomUUID } from 'node:crypto'
import type { MapState } from '../definition/schema.ts'
import { commit, recordEvent } from '../run/branch.ts'
import type { Branch } from '../run/engine.ts'
import { numberField } from '../run/number-field.ts'
import { StateError } from '../state-error.ts'
import type { MapRunRow } from '../store/map-runs.ts'

// Developer Guide, "Using Map state in Distributed mode": at most 10,000 child executions at once.
const mostAtOnce = 10_000

/**
 * The map run of a branch's current state: the one it started earlier, or a new one, stored with its history events.
 */
export async function openMapRun(branch: Branch, state: MapState): Promise<MapRunRow> {
  const { frame, run } = branch
  const { store, clock } = run.engine
  const begun = frame.items?.[0]
  if (typeof begun === 'string') return requireMapRun(branch, begun)
  const most = await numberField(branch, 'MaxConcurrency', state.MaxConcurrency)
  const label = state.Label ?? frame.state.replace(/[^\w-]/g, '').slice(0, 40)
  const machine = `${run.row.machine}/${label}`
  const arn = `${machine.replace(':stateMachine:', ':mapRun:')}:${randomUUID()}`
  const { StartAt, States } = state.ItemProcessor
  frame.items = [arn]
  recordEvent(branch, 'MapStateStarted', { mapStateStartedEventDetails: { length: 0 } })
  recordEvent(branch, 'MapRunStarted', { mapRunStartedEventDetails: { mapRunArn: arn } })
  commit(branch, () => {
    const definition = store.machines.keep(
      JSON.stringify({ QueryLanguage: 'JSONata', StartAt, States }),
    )
    const concurrency = Math.min(most || mostAtOnce, mostAtOnce)
    const started = clock.now()
    store.mapRuns.add({ arn, execution: run.row.id, machine, definition, started, concurrency })
  })
  return requireMapRun(branch, arn)
}

function requireMapRun({ run }: Branch, arn: string): MapRunRow {
  const row = run.engine.store.mapRuns.find(arn)
  if (row === undefined) throw new StateError('States.Runtime', `there is no map run ${arn}`)
  return row
}
