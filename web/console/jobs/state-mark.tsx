import { words } from '../words/words.ts'

/** A sign beside the word, because colour alone tells nobody everything. */
const SIGNS: Readonly<Record<string, string>> = {
  running: '◐',
  parked: '‖',
  succeeded: '✓',
  refused: '⊘',
  failed: '✕',
}

/** The state of a job or batch by sign and word. */
export function StateMark({ status }: { status: string }) {
  const { states } = words.value
  return (
    <span class={`state is-${status}`}>
      <span aria-hidden="true">{SIGNS[status] ?? '·'}</span>{' '}
      {states[status as keyof typeof states] ?? status}
    </span>
  )
}
