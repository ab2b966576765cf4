import {
  ExecutionDoesNotExist,
  GetExecutionHistoryCommand,
  type HistoryEvent,
} from '@aws-sdk/client-sfn'
import type { PipelineReader } from '../pipeline-clients.ts'
import { type TimelineEntry, timelineOf } from './timeline.ts'

/** The states of a job's execution in the order they were entered; empty when it has not begun, or is forgotten. */
export async function readTimeline(
  pipeline: PipelineReader,
  job: string,
): Promise<TimelineEntry[]> {
  return (await readExecution(pipeline, job)).timeline
}

/** The same with the moment from which its times are counted, ISO 8601; without it where nothing is known. */
export async function readExecution(
  { sfn, at }: PipelineReader,
  job: string,
): Promise<{ began?: string; timeline: TimelineEntry[] }> {
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
    if (error instanceof ExecutionDoesNotExist) return { timeline: [] }
    throw error
  }
  const began = events[0]?.timestamp?.toISOString()
  return { ...(began !== undefined && { began }), timeline: timelineOf(events) }
}
