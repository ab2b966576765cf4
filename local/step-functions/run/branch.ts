import type { Flow, State } from '../definition/schema.ts'
import type { Json } from '../json.ts'
import { BranchStopped } from '../state-error.ts'
import { newFrame } from '../store/frames.ts'
import type { Branch, MapItem, Run } from './engine.ts'
import type { HistoryDetails, HistoryType } from './history-event.ts'

/** Opens a branch where the frame of an earlier process stands, or at the start of its flow. */
export function openBranch(
  run: Run,
  flow: Flow,
  parent: Branch | null,
  at: { path: string; input: Json; item: MapItem | null },
): Branch {
  const resumed = run.frames.get(at.path)
  run.frames.delete(at.path)
  const frame = resumed ?? newFrame(flow.StartAt, at.input, parent?.frame.lastEvent ?? 0)
  const abort = new AbortController()
  const above = parent?.abort.signal ?? run.abort.signal
  if (above.aborted) abort.abort()
  else above.addEventListener('abort', () => abort.abort(), { signal: abort.signal })
  const kept = { token: frame.token, children: frame.items !== null }
  return { run, flow, parent, ...at, frame, abort, pending: [], kept }
}

/** The current state of a branch. */
export function stateOf(branch: Branch): State {
  return branch.flow.States[branch.frame.state]!
}

/** Adds an event to the history with the branch's next commit. */
export function recordEvent(branch: Branch, type: HistoryType, details: HistoryDetails = {}): void {
  branch.pending.push({ type, at: branch.run.engine.clock.now(), details })
}

/**
 * Writes the pending events and the frame in one transaction. Closes the token and drops the child frames that the
 * frame no longer refers to; `also` runs in the same transaction. Throws BranchStopped when the branch was stopped.
 */
export function commit(branch: Branch, also?: () => void): void {
  const { run, frame, kept } = branch
  if (run.over || branch.abort.signal.aborted) throw new BranchStopped()
  const { store } = run.engine
  store.transaction(() => {
    writePending(branch)
    if (kept.token !== null && kept.token !== frame.token) store.tokens.close(kept.token)
    if (kept.children && frame.items === null) {
      store.frames.dropBelow(run.row.id, branch.path)
      store.tokens.closeBelow(run.row.id, branch.path)
    }
    store.frames.save(run.row.id, branch.path, frame)
    also?.()
  })
  branch.kept = { token: frame.token, children: frame.items !== null }
}

/** Numbers the pending events of a branch and writes them. To be called inside a transaction. */
export function writePending(branch: Branch): void {
  const { run, frame, pending } = branch
  for (const { type, at, details } of pending.splice(0)) {
    run.lastEvent += 1
    run.engine.store.history.add(run.row.id, {
      id: run.lastEvent,
      type,
      at,
      // The service shows the first event after the start with no predecessor, like the start itself.
      previous: run.lastEvent === 2 ? 0 : frame.lastEvent,
      details: JSON.stringify(details),
    })
    frame.lastEvent = run.lastEvent
  }
}
