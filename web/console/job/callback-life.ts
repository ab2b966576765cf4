import type { TimelineState, WebhooksAnswer } from '../../../catalog/console/wire.ts'

type Told = WebhooksAnswer['tasks'][number]
type Attempt = Told['deliveries'][number]['attempts'][number]

/**
 * What an attempt to tell the pipeline came to: it let the state go on; it came before the state waited, and was kept
 * for it; the state had gone on, by an earlier one or by polling, and it changed nothing; its signature was refused;
 * it was answered otherwise, or not at all.
 */
export type AttemptResult = 'resumed' | 'early' | 'repeated' | 'late' | 'unsigned' | 'refused'

/** One thing in the life of a callback; `at` in epoch milliseconds. */
export type LifeEvent =
  | { at: number; is: 'stored' | 'created' | 'waiting' | 'ended' | 'went on' }
  | { at: number; is: 'attempt'; came: AttemptResult; made: Attempt }

/** From the token to where the state went on, in the order of time, and how that was found out. */
export type CallbackLife = {
  events: LifeEvent[]
  found: 'webhook' | 'polling' | 'waiting'
}

/** Clocks of two functions differ, and a service tells seconds alone. */
const TOLERANCE_MS = 1000

/**
 * The life of the callback of a state that waits for a task: who told first is told by the times of attempts and of the
 * state, for nobody writes down which of the two it was.
 * @param began epoch milliseconds from which the state's times are counted
 */
export function lifeOf(state: TimelineState, began: number, told: Told): CallbackLife {
  const wait = state.stretches.findLast(({ kind }) => kind === 'wait')
  const work = state.stretches.findLast(
    ({ kind, atMs }) => kind === 'work' && atMs <= (wait?.atMs ?? 0),
  )
  const wentOn = state.open ? undefined : began + state.atMs + state.ms
  const events: LifeEvent[] = []
  if (work) events.push({ at: began + work.atMs, is: 'stored' })
  if (told.createdAt !== undefined) events.push({ at: Date.parse(told.createdAt), is: 'created' })
  if (wait) events.push({ at: began + wait.atMs, is: 'waiting' })
  if (told.finishedAt !== undefined) events.push({ at: Date.parse(told.finishedAt), is: 'ended' })
  const attempts = told.deliveries
    .filter(({ pipeline }) => pipeline)
    .flatMap((delivery) => delivery.attempts)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  let found: CallbackLife['found'] = wentOn === undefined ? 'waiting' : 'polling'
  let taken = false
  for (const made of attempts) {
    const at = Date.parse(made.at)
    const came = comingOf(made, { at, wentOn, waits: wait && began + wait.atMs, taken })
    if (came === 'resumed' || came === 'early') {
      taken = true
      if (wentOn !== undefined) found = 'webhook'
    }
    events.push({ at, is: 'attempt', came, made })
  }
  if (wentOn !== undefined) events.push({ at: wentOn, is: 'went on' })
  return { events: inOrder(events), found }
}

function comingOf(
  { status = 0 }: Attempt,
  {
    at,
    wentOn,
    waits,
    taken,
  }: { at: number; wentOn: number | undefined; waits: number | undefined; taken: boolean },
): AttemptResult {
  if (status === 401) return 'unsigned'
  if (status < 200 || status >= 300) return 'refused'
  if (taken) return 'repeated'
  if (wentOn !== undefined && at > wentOn + TOLERANCE_MS) return 'late'
  if (waits !== undefined && at < waits) return 'early'
  return 'resumed'
}

/** What seconds are known of alone comes where the sense of it puts it. */
const ORDER = ['stored', 'created', 'waiting', 'ended', 'attempt', 'went on'] as const

function inOrder(events: readonly LifeEvent[]): LifeEvent[] {
  return events.toSorted((one, other) => {
    const apart = one.at - other.at
    const sense = ORDER.indexOf(one.is) - ORDER.indexOf(other.is)
    return Math.abs(apart) <= TOLERANCE_MS && sense !== 0 ? sense : apart
  })
}
