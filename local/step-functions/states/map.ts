import type { MapState } from '../definition/schema.ts'
import type { Json } from '../json.ts'
import { distributedMap } from '../map-run/distributed-map.ts'
import { failureThresholds, toleratedFailures } from '../map-run/tolerance.ts'
import { commit, openBranch, recordEvent } from '../run/branch.ts'
import type { Branch } from '../run/engine.ts'
import { numberField } from '../run/number-field.ts'
import { type ChildFlows, runChildFlows } from '../run/run-child-flows.ts'
import { checkSize, fillTemplate } from '../run/scope.ts'
import type { StateResult } from '../run/state-result.ts'
import { BranchStopped, StateError } from '../state-error.ts'

// Developer Guide, "Using Map state in Inline mode": at most 40 iterations at once.
const inlineConcurrency = 40

async function itemsOf(branch: Branch, state: MapState): Promise<Json[]> {
  const { frame } = branch
  if (frame.items !== null) return frame.items
  const items =
    state.Items === undefined ? frame.input : await fillTemplate(branch, state.Items, 'Items')
  if (!Array.isArray(items))
    throw new StateError('States.QueryEvaluationError', `The field 'Items' must give an array.`)
  frame.items = items
  recordEvent(branch, 'MapStateStarted', { mapStateStartedEventDetails: { length: items.length } })
  commit(branch)
  return items
}

async function openIteration(
  branch: Branch,
  state: MapState,
  items: Json[],
  index: number,
): Promise<Branch> {
  const { run, frame } = branch
  const path = `${branch.path}/${index}`
  const item = { Index: index, Value: items[index]! }
  const known = run.frames.has(path)
  const input =
    known || state.ItemSelector === undefined
      ? item.Value
      : await fillTemplate(branch, state.ItemSelector, 'ItemSelector', { item })
  const child = openBranch(run, state.ItemProcessor, branch, { path, input, item })
  if (!known)
    recordEvent(child, 'MapIterationStarted', {
      mapIterationStartedEventDetails: { name: frame.state, index },
    })
  return child
}

/**
 * Map in inline mode: runs its processor once for every item, up to MaxConcurrency at a time. The result is the list
 * of outputs in the order of the items. Iterations read the variables around them and keep their own (Developer
 * Guide, "Using Map state in Inline mode").
 */
export async function map(branch: Branch, state: MapState): Promise<StateResult> {
  if (state.ItemProcessor.ProcessorConfig?.Mode === 'DISTRIBUTED')
    return distributedMap(branch, state)
  const items = await itemsOf(branch, state)
  const most = await numberField(branch, 'MaxConcurrency', state.MaxConcurrency)
  const tolerated = toleratedFailures(await failureThresholds(branch, state), items.length)
  const children: ChildFlows = {
    count: items.length,
    limit: most ? Math.min(most, inlineConcurrency) : inlineConcurrency,
    open: (index) => openIteration(branch, state, items, index),
    endEvent: (index, how) => [
      `MapIteration${how}`,
      { [`mapIteration${how}EventDetails`]: { name: branch.frame.state, index } },
    ],
    tolerates: (failed) => tolerated !== null && failed <= tolerated,
  }
  try {
    const result = checkSize(branch, await runChildFlows(branch, children), 'a result')
    recordEvent(branch, 'MapStateSucceeded')
    return { value: result, extra: { result }, fields: state }
  } catch (thrown) {
    if (thrown instanceof BranchStopped) throw thrown
    recordEvent(branch, 'MapStateFailed')
    if (tolerated === null) throw thrown
    throw new StateError(
      'States.ExceedToleratedFailureThreshold',
      'The specified tolerated failure threshold was exceeded',
    )
  }
}
