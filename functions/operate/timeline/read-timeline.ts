import {
  ExecutionDoesNotExist,
  GetExecutionHistoryCommand,
  type HistoryEvent,
} from '@aws-sdk/client-sfn'
import type { PipelineReader } from '../pipeline-clients.ts'
import { type TimelineEntry, timelineOf } from './timeline.ts'

/** The states of a job's execution in the order they were entered; empty when it has not begun, or is forgotten. */
export async function readTimeline(
  { sfn, at }: PipelineReader,
  job: string,
): Promise<TimelineEntry[]> {
  const executionArn = `${at.stateMachineArn.replace(':stateMachine:', ':execution:')}:${job}`
  const events: HistoryEvent[] = []
  let nextToken: string | undefined
  try {
    do {
      const page = await sfn.send(
        new GetExecutionHistoryCommand({
          executionArn,
          maxResults: 1000,
          ...(nextToken && { nextToken }),
        }),
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
