import type { HistoryEvent } from '@aws-sdk/client-sfn'
import { placeFailures } from './place-failures.ts'

/** What a span of a state's time was spent on: a function at work, a task of the service, a pause before a retry. */
export type TimelineSpan = { kind: 'work' | 'wait' | 'pause'; atMs: number; ms: number }

/** One state an execution entered; times in milliseconds after the execution began. */
export type TimelineEntry = {
  state: string
  /** Which target of a Map it belongs to, counted from 0. */
  target?: number
  atMs: number
  /** How long it lasted, or has lasted so far. */
  ms: number
  /** Whether it has not been left. */
  open: boolean
  stretches: TimelineSpan[]
  /** The errors of its tries that failed, in order. */
  errors: string[]
  /** The error it ended with. */
  failed?: string
  /** The task of the service it waited for, once that has ended. */
  task?: string
  /** Whether that task ended in an error. */
  taskFailed?: boolean
  /** The earlier state whose failure it tells of. */
  tells?: string
}

type Tracked = { entry: TimelineEntry; tries: number }

/**
 * The states of an execution in the order they were entered, out of its history. Events are told apart by the one
 * before them, so that branches which run at the same time do not mix. Open ones last until `now`, or until the
 * execution ended.
 */
export function timelineOf(
  events: readonly HistoryEvent[],
  now: number = Date.now(),
): TimelineEntry[] {
  const began = events[0] ? timeOf(events[0]) : now
  const entries: TimelineEntry[] = []
  const branches = new Map<number, { target?: number; tracked?: Tracked }>()
  for (const event of events) {
    const before = branches.get(event.previousEventId!) ?? {}
    const at = timeOf(event) - began
    const branch = { ...before }
    if (event.mapIterationStartedEventDetails) {
      branch.target = event.mapIterationStartedEventDetails.index ?? 0
    }
    const entered = event.stateEnteredEventDetails?.name
    if (entered !== undefined) {
      const target = branch.target === undefined ? {} : { target: branch.target }
      const entry = { state: entered, ...target, atMs: at, ms: 0, open: true }
      branch.tracked = { entry: { ...entry, stretches: [], errors: [] }, tries: 0 }
      entries.push(branch.tracked.entry)
    }
    if (branch.tracked) follow(branch.tracked, event, at)
    const exited = event.stateExitedEventDetails?.name
    if (exited !== undefined) leave(entries, exited, branch, at)
    branches.set(event.id!, branch)
  }
  const ended = events.findLast(({ type }) => type !== undefined && ENDS.has(type))
  const last = ended ? timeOf(ended) : now
  for (const entry of entries) {
    if (!entry.open) continue
    close(entry, Math.max(entry.atMs, last - began))
    entry.open = ended === undefined
  }
  placeFailures(entries)
  return entries
}

const ENDS = new Set<string>([
  'ExecutionSucceeded',
  'ExecutionFailed',
  'ExecutionTimedOut',
  'ExecutionAborted',
])

function timeOf({ timestamp }: HistoryEvent): number {
  return timestamp!.getTime()
}

/** What the event says of the state it belongs to. */
function follow({ entry }: Tracked, event: HistoryEvent, at: number): void {
  const kind = BEGINS[event.type ?? '']
  if (kind) begin(entry, kind, at)
  const failed =
    event.taskFailedEventDetails ??
    event.taskTimedOutEventDetails ??
    event.taskStartFailedEventDetails ??
    event.taskSubmitFailedEventDetails ??
    event.lambdaFunctionFailedEventDetails ??
    event.lambdaFunctionTimedOutEventDetails
  if (failed?.error === GOES_ANOTHER_WAY) return
  if (failed) {
    entry.failed = failed.error ?? event.type ?? ''
    entry.errors.push(entry.failed)
  } else if (kind === 'work' || event.taskSucceededEventDetails) delete entry.failed
  const task = taskIn(event.taskSucceededEventDetails?.output)
  if (task === undefined) return
  entry.task = task.id
  if (task.failed) entry.taskFailed = true
}

/** An error by which a state says that the picture has to be prepared first. */
const GOES_ANOTHER_WAY = 'NeedsPreparing'

const BEGINS: Record<string, TimelineSpan['kind']> = {
  TaskScheduled: 'work',
  TaskSubmitted: 'wait',
  TaskFailed: 'pause',
  TaskTimedOut: 'pause',
  TaskSubmitFailed: 'pause',
  TaskStartFailed: 'pause',
  LambdaFunctionScheduled: 'work',
  LambdaFunctionFailed: 'pause',
  LambdaFunctionTimedOut: 'pause',
}

function begin(entry: TimelineEntry, kind: TimelineSpan['kind'], at: number): void {
  const last = entry.stretches.at(-1)
  if (last) last.ms = at - last.atMs
  entry.stretches.push({ kind, atMs: at, ms: 0 })
}

/** The state is left: a Map's own exit follows on the last of its iterations, whose branch is not its own. */
function leave(
  entries: TimelineEntry[],
  state: string,
  branch: { target?: number; tracked?: Tracked },
  at: number,
): void {
  const own = branch.tracked?.entry
  const entry =
    own?.state === state && own.open
      ? own
      : entries.findLast((each) => each.open && each.state === state)
  if (!entry) return
  close(entry, at)
  entry.open = false
  if (entry !== own) delete branch.target
}

function close(entry: TimelineEntry, at: number): void {
  entry.ms = at - entry.atMs
  const last = entry.stretches.at(-1)
  if (last) last.ms = at - last.atMs
}

function taskIn(output: string | undefined): { id: string; failed: boolean } | undefined {
  try {
    const { taskId, status } = JSON.parse(output ?? '{}') as { taskId?: unknown; status?: unknown }
    return typeof taskId === 'string' ? { id: taskId, failed: status === 'error' } : undefined
  } catch {
    return undefined
  }
}
