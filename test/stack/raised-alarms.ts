import type { LocalStacks } from '../../local/stacks/local-stacks.ts'

/**
 * The alarms that are raised when CloudWatch looks after so many minutes each, by `<stack>/<logical id>` without the
 * hash at its end. Queues are measured at these times as well, as they stand now.
 */
export function raisedAlarms(stacks: LocalStacks, minutes: readonly number[]): Set<string> {
  const now = Date.now()
  return new Set(
    minutes
      .flatMap((minute) => stacks.checkAlarms(now + minute * 60_000))
      .filter(({ state }) => state === 'ALARM')
      .map(({ id }) => withoutHash(id)),
  )
}

/** The end of a logical id is a hash of its place in the app. */
export function withoutHash(id: string): string {
  return id.replace(/[0-9A-F]{8}$/, '')
}

/** Which file of tests makes the cause of which alarm happen. */
export const PROVED = {
  run: [
    'DarkroomService/ServiceWebhooksQueueDeadLettersAlarm',
    'DarkroomService/ServiceWorkersPicturesUnhandledDeadLettersAlarm',
    'DarkroomService/ServiceWorkersVideosUnhandledDeadLettersAlarm',
    'DarkroomService/ServiceWorkersPicturesOldestAlarm',
    'DarkroomService/ServiceWorkersVideosOldestAlarm',
    'DarkroomService/ServiceWorkersRunTaskFunctionErrorsAlarm',
    'DarkroomService/ServiceWorkersRunVideoTaskFunctionErrorsAlarm',
    'DarkroomService/ServiceSweeperErrorsAlarm',
    'DarkroomService/ServiceGivenUpAlarm',
    'DarkroomService/ServiceTimedOutAlarm',
    'DarkroomService/ServiceUnansweredAlarm',
    'DarkroomPipeline/PipelineWatchedDeadLettersAlarm',
    'DarkroomPipeline/PipelineDropListenerDroppedDeadLettersAlarm',
    'DarkroomPipeline/PipelineDropListenerDroppedOldestAlarm',
    'DarkroomPipeline/PipelineParkedReleaserErrorsAlarm',
    'DarkroomPipeline/PipelineOutcomeListenerUnreceivedAlarm',
    'DarkroomPipeline/PipelineBatchesManifestsDeadLettersAlarm',
    'DarkroomPipeline/PipelineBatchesManifestsOldestAlarm',
    'DarkroomPipeline/PipelineBatchesEndsDeadLettersAlarm',
    'DarkroomPipeline/PipelineBatchesEndsOldestAlarm',
    'DarkroomPipeline/PipelineOverviewStuckCallbacksAlarm',
    'DarkroomPipeline/PipelineOverviewFailureShareAlarm',
    'DarkroomPipeline/PipelineOverviewDollarsAlarm',
  ],
} as const
