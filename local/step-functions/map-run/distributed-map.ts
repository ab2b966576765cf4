import type { MapState } from '../definition/schema.ts'
import { recordEvent } from '../run/branch.ts'
import type { Branch } from '../run/engine.ts'
import type { StateResult } from '../run/state-result.ts'
import { waitFor } from '../run/wait-for.ts'
import { asStateError, BranchStopped, StateError } from '../state-error.ts'
import type { MapRunRow } from '../store/map-runs.ts'
import { batchItems } from './batch-items.ts'
import { type MapChildren, openMapChildren } from './map-children.ts'
import { openMapRun } from './open-map-run.ts'
import { readItems } from './read-items.ts'
import { failureThresholds, toleratedFailures } from './tolerance.ts'
import { writeResults } from './write-results.ts'

/**
 * Keeps up to MaxConcurrency children running until every item was read and every child has ended. Throws when more
 * of them fail than the state tolerates.
 */
async function runMapChildren(
  branch: Branch,
  state: MapState,
  mapRun: MapRunRow,
  children: MapChildren,
  change: () => Promise<void>,
): Promise<void> {
  const inputs = batchItems(branch, state, readItems(branch, state, mapRun.taken))
  const limits = await failureThresholds(branch, state)
  let taken = mapRun.taken
  let exhausted = false
  try {
    while (!exhausted || children.runningCount() > 0) {
      if (branch.abort.signal.aborted) throw new BranchStopped()
      // A percentage of a total that is still unknown can only be judged when nothing is tolerated.
      const judged = exhausted || !limits.share ? limits : { ...limits, share: null }
      if (
        children.failedItems() > (toleratedFailures(judged, taken) ?? (limits.share ? Infinity : 0))
      )
        throw new StateError(
          'States.ExceedToleratedFailureThreshold',
          'The specified tolerated failure threshold was exceeded',
        )
      if (children.runningCount() >= mapRun.concurrency || exhausted) await change()
      else if (!children.redriveNext()) {
        const next = await inputs.next()
        if (branch.abort.signal.aborted) throw new BranchStopped()
        exhausted = next.done === true
        if (next.done) continue
        taken += next.value.items
        children.start(next.value)
      }
    }
    const tolerated = toleratedFailures(limits, taken) ?? 0
    if (children.failedItems() > tolerated)
      throw new StateError(
        'States.ExceedToleratedFailureThreshold',
        'The specified tolerated failure threshold was exceeded',
      )
  } finally {
    await inputs.return(undefined)
  }
}

/**
 * Map in distributed mode: a map run whose children are executions of their own. They are started as items are read,
 * at most MaxConcurrency at once (Developer Guide, "Using Map state in Distributed mode").
 *
 * The reading position is stored with each child, so a new process continues after the last child that was started. A
 * redrive runs the children again that did not succeed.
 */
export async function distributedMap(branch: Branch, state: MapState): Promise<StateResult> {
  const { engine } = branch.run
  const { mapRuns } = engine.store
  const mapRun = await openMapRun(branch, state)
  let next = Promise.withResolvers<void>()
  const children = openMapChildren(engine, mapRun, () => next.resolve())
  mapRuns.move(mapRun.id, 'RUNNING', null)
  const change = async (): Promise<void> => {
    await waitFor<void>(branch, (resolve) => {
      void next.promise.then(resolve)
      return []
    })
    next = Promise.withResolvers()
  }
  const end = (status: MapRunRow['status']): void => {
    mapRuns.move(mapRun.id, status, engine.clock.now())
  }
  try {
    await runMapChildren(branch, state, mapRun, children, change)
    const result = await writeResults(branch, state, mapRun)
    end('SUCCEEDED')
    recordEvent(branch, 'MapRunSucceeded')
    recordEvent(branch, 'MapStateSucceeded')
    return { value: result, extra: { result }, fields: state }
  } catch (thrown) {
    if (engine.closing) throw new BranchStopped()
    children.stop()
    end(thrown instanceof BranchStopped ? 'ABORTED' : 'FAILED')
    if (thrown instanceof BranchStopped) throw thrown
    const { error, cause } = asStateError(thrown)
    recordEvent(branch, 'MapRunFailed', { mapRunFailedEventDetails: { error, cause } })
    recordEvent(branch, 'MapStateFailed')
    throw thrown
  }
}
