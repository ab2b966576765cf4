import {
  ExecutionDoesNotExist,
  GetExecutionHistoryCommand,
  type HistoryEvent,
} from '@aws-sdk/client-sfn'
import type { LocalClients } from './clients.ts'

/** One state an execution entered: milliseconds after the execution began, and how long it lasted so far. */
export type TimelineEntry = { state: string; atMs: number; ms: number; open: boolean }

/** The states of a job's execution in the order they were entered; empty when it has not begun. */
export const readTimeline = async (
  { sfn, at }: LocalClients,
  job: string,
): Promise<TimelineEntry[]> => {
  const executionArn = `${at.stateMachineArn.replace(':stateMachine:', ':execution:')}:${job}`
  const events: HistoryEvent[] = []
  let nextToken: string | undefined
  try {
    do {
      const page = await sfn.send(
        new GetExecutionHistoryCommand({ executionArn, ...(nextToken && { nextToken }) }),
      )
      events.push(...(page.events ?? []))
      nextToken = page.nextToken
    } while (nextToken)
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return []
    throw error
  }
  return timelineOf(events)
}

const timelineOf = (events: HistoryEvent[]): TimelineEntry[] => {
  const time = ({ timestamp }: HistoryEvent): number => timestamp?.getTime() ?? 0
  const first = events[0]
  const last = events.at(-1)
  if (!first || !last) return []
  const entries: TimelineEntry[] = []
  for (const event of events) {
    const entered = event.stateEnteredEventDetails?.name
    const exited = event.stateExitedEventDetails?.name
    if (entered) {
      entries.push({ state: entered, atMs: time(event) - time(first), ms: 0, open: true })
    }
    const open = exited && entries.findLast(({ state, open }) => open && state === exited)
    if (open) Object.assign(open, { ms: time(event) - time(first) - open.atMs, open: false })
  }
  for (const entry of entries) if (entry.open) entry.ms = time(last) - time(first) - entry.atMs
  return entries
}
