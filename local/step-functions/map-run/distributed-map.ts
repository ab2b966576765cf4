import type { MapState } from '../definition/schema.ts'
import { type Branch, note } from '../run/branch.ts'
import type { Done } from '../run/run-state.ts'
import { waitFor } from '../run/wait-for.ts'
import { asStateError, StateError, Unwound } from '../state-error.ts'
import type { MapRunRow } from '../store/map-runs.ts'
import { batchItems } from './batch-items.ts'
import { type MapChildren, openChildren } from './map-children.ts'
import { openMapRun } from './open-map-run.ts'
import { readItems } from './read-items.ts'
import { thresholds, toleratedOf } from './tolerance.ts'
import { writeResults } from './write-results.ts'

/** Keeps as many children running as may, until every item was taken and every child has ended. Throws beyond the tolerance. */
async function work(
  branch: Branch,
  state: MapState,
  mapRun: MapRunRow,
  children: MapChildren,
  change: () => Promise<void>,
): Promise<void> {
  const inputs = batchItems(branch, state, readItems(branch, state, mapRun.taken))
  const limits = await thresholds(branch, state)
  let taken = mapRun.taken
  let exhausted = false
  try {
    while (!exhausted || children.live() > 0) {
      if (branch.abort.signal.aborted) throw new Unwound()
      // A share of a total that is not known yet can only be judged when it is none at all.
      const judged = exhausted || !limits.share ? limits : { ...limits, share: null }
      if (children.failed() > (toleratedOf(judged, taken) ?? (limits.share ? Infinity : 0)))
        throw new StateError(
          'States.ExceedToleratedFailureThreshold',
          'The specified tolerated failure threshold was exceeded',
        )
      if (children.live() >= mapRun.concurrency || exhausted) await change()
      else if (!children.takeUp()) {
        const next = await inputs.next()
        if (branch.abort.signal.aborted) throw new Unwound()
        exhausted = next.done === true
        if (next.done) continue
        taken += next.value.items
        children.start(next.value)
      }
    }
    const tolerated = toleratedOf(limits, taken) ?? 0
    if (children.failed() > tolerated)
      throw new StateError(
        'States.ExceedToleratedFailureThreshold',
        'The specified tolerated failure threshold was exceeded',
      )
  } finally {
    await inputs.return(undefined)
  }
}

/**
 * Map, distributed: a map run whose children are executions of their own, started as items are read and at most MaxConcurrency
 * at once. Where reading stands is kept with each child, so a process that takes over goes on after the last child that was
 * started; a redrive takes up the children that did not succeed.
 */
export async function distributedMap(branch: Branch, state: MapState): Promise<Done> {
  const { engine } = branch.run
  const { mapRuns } = engine.store
  const mapRun = await openMapRun(branch, state)
  let wake = (): void => {}
  let changed = false
  const children = openChildren(engine, mapRun, () => {
    changed = true
    wake()
  })
  mapRuns.move(mapRun.id, 'RUNNING', null)
  const change = async (): Promise<void> => {
    await waitFor<void>(branch, (resolve) => {
      wake = resolve
      if (changed) resolve()
      return []
    })
    changed = false
  }
  const end = (status: MapRunRow['status']): void => {
    mapRuns.move(mapRun.id, status, engine.clock.now())
  }
  try {
    await work(branch, state, mapRun, children, change)
    const result = await writeResults(branch, state, mapRun)
    end('SUCCEEDED')
    note(branch, 'MapRunSucceeded')
    note(branch, 'MapStateSucceeded')
    return { value: result, extra: { result }, fields: state }
  } catch (thrown) {
    if (engine.closing) throw new Unwound()
    children.stop()
    end(thrown instanceof Unwound ? 'ABORTED' : 'FAILED')
    if (thrown instanceof Unwound) throw thrown
    const { error, cause } = asStateError(thrown)
    note(branch, 'MapRunFailed', { mapRunFailedEventDetails: { error, cause } })
    note(branch, 'MapStateFailed')
    throw thrown
  } finally {
    children.close()
  }
}
