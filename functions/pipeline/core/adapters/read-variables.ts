import {
  GetExecutionHistoryCommand,
  type GetExecutionHistoryCommandOutput,
  type HistoryEvent,
  type SFNClient,
} from '@aws-sdk/client-sfn'
import type { ReadVariables } from '../ports/read-variables.ts'

/** The most that one call of GetExecutionHistory gives, and calls: a history has 25,000 events at most. */
const PAGE = 1000
const MOST_PAGES = 25

/** Reads the variables that an execution had out of its history. @throws what Step Functions refuses */
export function readVariables(
  sfn: Pick<SFNClient, 'send'>,
  signal: () => AbortSignal,
): ReadVariables {
  return async (executionArn) => {
    const events: HistoryEvent[] = []
    let nextToken: string | undefined
    for (let page = 0; page < MOST_PAGES; page++) {
      const answer: GetExecutionHistoryCommandOutput = await sfn.send(
        new GetExecutionHistoryCommand({
          executionArn,
          maxResults: PAGE,
          includeExecutionData: true,
          ...(nextToken && { nextToken }),
        }),
        { abortSignal: signal() },
      )
      events.push(...(answer.events ?? []))
      nextToken = answer.nextToken
      if (!nextToken) break
    }
    return variablesIn(events)
  }
}

/**
 * The variables that states assigned when they were left, the last value of each. Those of a Map's iterations are its
 * own: events are told apart by the one before them, as iterations run at the same time.
 */
export function variablesIn(events: readonly HistoryEvent[]): Record<string, unknown> {
  const variables: Record<string, unknown> = {}
  const inMap = new Map<number, boolean>()
  for (const { id = 0, previousEventId = 0, type, stateExitedEventDetails: left } of events) {
    const inside =
      type === 'MapIterationStarted' || (!MAP_ENDS.has(type ?? '') && inMap.get(previousEventId))
    inMap.set(id, inside === true)
    if (inside) continue
    for (const [name, text] of Object.entries(left?.assignedVariables ?? {})) {
      variables[name] = JSON.parse(text)
    }
  }
  return variables
}

const MAP_ENDS = new Set([
  'MapStateSucceeded',
  'MapStateFailed',
  'MapStateAborted',
  'MapStateExited',
])
