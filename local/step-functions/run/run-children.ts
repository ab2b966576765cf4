import type { Json } from '../json.ts'
import { asStateError, type StateError, Unwound } from '../state-error.ts'
import { type Branch, commit, note } from './branch.ts'
import type { HistoryDetails, HistoryType } from './history-event.ts'
import { noteAborted } from './note-aborted.ts'
import { walk } from './walk.ts'

/** Child flows of a Map or Parallel, and how they may run. */
export type Children = {
  count: number
  /** How many run at once. */
  limit: number
  /** Opens child number `index`, or finds it where an earlier process left it. */
  open(index: number): Promise<Branch>
  /** The event that ends a child, by how it ended; null for a Parallel, whose branches have none. */
  endEvent(
    index: number,
    how: 'Succeeded' | 'Failed' | 'Aborted',
  ): [HistoryType, HistoryDetails] | null
  /** Whether the state still goes on after so many failed children. */
  tolerates(failed: number): boolean
}

function finish(
  child: Branch,
  index: number,
  how: 'Succeeded' | 'Failed',
  children: Children,
): void {
  const event = children.endEvent(index, how)
  if (event !== null) note(child, ...event)
  commit(child)
}

async function runChild(child: Branch, index: number, children: Children): Promise<Json> {
  const ended = child.frame.outcome !== null
  try {
    const output = await walk(child)
    if (!ended) finish(child, index, 'Succeeded', children)
    return output
  } catch (thrown) {
    if (thrown instanceof Unwound || ended) throw thrown
    const { error, cause } = asStateError(thrown)
    Object.assign(child.frame, { outcome: { error, cause }, token: null })
    finish(child, index, 'Failed', children)
    throw thrown
  }
}

/**
 * Runs the child flows of the state a branch is in and returns their outputs in order; a tolerated failure leaves no output.
 * When one fails beyond that, the others are stopped and its error is thrown.
 */
export async function runChildren(parent: Branch, children: Children): Promise<Json[]> {
  const outputs = new Map<number, Json>()
  const live = new Map<number, Branch>()
  let next = 0
  let failed = 0
  let newest = parent.frame.lastEvent
  let failure: StateError | Unwound | null = null

  const stopOthers = (): void => {
    for (const [index, child] of live) {
      noteAborted(child, children.endEvent(index, 'Aborted'))
      child.abort.abort()
    }
  }
  const worker = async (): Promise<void> => {
    while (failure === null && next < children.count) {
      const index = next++
      let child: Branch | null = null
      try {
        child = await children.open(index)
        if (failure !== null) return
        live.set(index, child)
        outputs.set(index, await runChild(child, index, children))
      } catch (thrown) {
        live.delete(index)
        if (failure !== null) return
        failed += 1
        const fatal = thrown instanceof Unwound || !children.tolerates(failed)
        if (!fatal) continue
        failure = thrown instanceof Unwound ? thrown : asStateError(thrown)
        if (!(failure instanceof Unwound)) stopOthers()
      } finally {
        newest = Math.max(newest, child?.frame.lastEvent ?? 0)
        live.delete(index)
        // An ended child lets go of its parent's signal.
        child?.abort.abort()
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(children.limit, children.count) }, worker))
  parent.frame.lastEvent = newest
  if (failure !== null) throw failure
  return [...outputs].sort(([a], [b]) => a - b).map(([, output]) => output)
}
