import { counted } from '../../functions/operate/counted.ts'
import type { TimelineEntry, TimelineSpan } from '../../functions/operate/timeline/timeline.ts'

const FILL: Record<TimelineSpan['kind'], string> = { work: '█', wait: '░', pause: '·' }
const LEGEND = '█ works  ░ waits for the service  · pauses  ▸ is still open'
const FAILED = '  ✗ failed'
const NARROWEST = 10
const WIDEST = 100

/**
 * Draws an execution: a line a state, with its start, its length and a bar on a common scale, no wider than `columns`;
 * below, what is worth a word: tries that failed, tasks, what is still waited for.
 */
export function drawTimeline(
  entries: readonly TimelineEntry[],
  columns: number = process.stdout.columns ?? 80,
): string[] {
  if (entries.length === 0) return []
  const total = Math.max(1, ...entries.map(({ atMs, ms }) => atMs + ms))
  const names = entries.map(nameOf)
  const name = Math.max(...names.map(({ length }) => length))
  // Name, two times of eight characters, and the gaps between them.
  const width = Math.min(WIDEST, Math.max(NARROWEST, columns - name - 2 * 8 - 6))
  return [
    ...entries.map((entry, at) =>
      `${names[at]?.padEnd(name)}  ${seconds(entry.atMs)}  ${seconds(entry.ms)}  ${barOf(entry, total, width)}`.trimEnd(),
    ),
    '',
    `${LEGEND}${entries.some(({ failed }) => failed !== undefined) ? FAILED : ''}`.slice(
      0,
      columns,
    ),
    ...entries.flatMap((entry, at) =>
      notesOf(entry).map((note) => `${names[at]?.trim()}: ${note}`),
    ),
  ]
}

/** `  1.23 s`, aligned. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2).padStart(6)} s`
}

function nameOf({ state, target }: TimelineEntry): string {
  return target === undefined ? state : `  ${state} [${target}]`
}

function barOf(entry: TimelineEntry, total: number, width: number): string {
  const column = (ms: number): number => Math.min(width - 1, Math.floor((ms / total) * width))
  const first = column(entry.atMs)
  const last = Math.max(first, Math.ceil(((entry.atMs + entry.ms) / total) * width) - 1)
  const cells = Array.from({ length: last - first + 1 }, (_, cell) => {
    const at = ((first + cell + 0.5) / width) * total
    const under = entry.stretches.findLast((stretch) => stretch.atMs <= at) ?? entry.stretches[0]
    // A state without stretches holds others: its line shows how long.
    return under ? FILL[under.kind] : '─'
  })
  if (entry.open) cells[cells.length - 1] = '▸'
  else if (entry.failed !== undefined) cells[cells.length - 1] = '✗'
  return ' '.repeat(first) + cells.join('')
}

function notesOf({
  errors,
  failed,
  task,
  taskFailed,
  tells,
  open,
  stretches,
}: TimelineEntry): string[] {
  return [
    ...(errors.length > 0
      ? [`${counted(errors.length, 'try', 'tries')} failed: ${errors.join(', ')}`]
      : []),
    ...(failed === undefined || open ? [] : [`ended with ${failed}`]),
    ...(tells === undefined ? [] : [`tells of the failure in ${tells}`]),
    ...(task === undefined ? [] : [`task ${task}${taskFailed ? ', which ended in an error' : ''}`]),
    ...(open && stretches.at(-1)?.kind === 'wait' ? ['waits for the service'] : []),
  ]
}
