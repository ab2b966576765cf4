import type { JobStatus } from '../../../catalog/console/wire.ts'
import { words } from '../words/words.ts'

/** A sign beside the word, because colour alone tells nobody everything. */
const SIGNS: Readonly<Record<JobStatus, string>> = {
  running: '◐',
  parked: '‖',
  succeeded: '✓',
  refused: '⊘',
  failed: '✕',
}

/** The state of a job by sign and word. */
export function StateMark({ status }: { status: JobStatus }) {
  return (
    <span class={`state is-${status}`}>
      <span aria-hidden="true">{SIGNS[status]}</span> {words.value.states[status]}
    </span>
  )
}
