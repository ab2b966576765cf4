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

/**
 * What makes the cause of which alarm happen: `run` is test/stack/alarms.test.ts, `late` late-ends.test.ts beside it,
 * `topics` closed-topics.test.ts, `lines` test/local/cloudwatch/log-alarms.test.ts.
 */
export const PROVED = {
  run: [
    'DarkroomService/ServiceWebhooksQueueDeadLettersAlarm',
    'DarkroomService/ServiceWorkersPicturesUnhandledDeadLettersAlarm',
    'DarkroomService/ServiceWorkersVideosUnhandledDeadLettersAlarm',
    'DarkroomService/ServiceWorkersPicturesOldestAlarm',
    'DarkroomService/ServiceWorkersVideosOldestAlarm',
    'DarkroomService/ServiceWorkersPicturesLongestAlarm',
    'DarkroomService/ServiceWorkersVideosLongestAlarm',
    'DarkroomService/ServiceWorkersRunTaskFunctionErrorsAlarm',
    'DarkroomService/ServiceWorkersRunVideoTaskFunctionErrorsAlarm',
    'DarkroomService/ServiceSharingFailedAlarm',
    'DarkroomService/ServiceSharingWorkSegmentsFunctionErrorsAlarm',
    'DarkroomService/ServiceSweeperErrorsAlarm',
    'DarkroomService/ServiceLateUploadsLeftAlarm',
    'DarkroomService/ServiceGivenUpAlarm',
    'DarkroomService/ServiceTimedOutAlarm',
    'DarkroomService/ServiceUnansweredAlarm',
    'DarkroomPipeline/PipelineUnrecordedAlarm',
    'DarkroomPipeline/PipelineWatchedDeadLettersAlarm',
    'DarkroomPipeline/PipelineDropListenerDroppedDeadLettersAlarm',
    'DarkroomPipeline/PipelineDropListenerDroppedOldestAlarm',
    'DarkroomPipeline/PipelineParkedReleaserErrorsAlarm',
    'DarkroomPipeline/PipelineOutcomeListenerUnreceivedAlarm',
    'DarkroomPipeline/PipelineNoticesWebhookDeadLettersAlarm',
    'DarkroomPipeline/PipelineBatchesWorkflowFailedAlarm',
    'DarkroomPipeline/PipelineBatchesUnclosedAlarm',
    'DarkroomPipeline/PipelineBatchesManifestsDeadLettersAlarm',
    'DarkroomPipeline/PipelineBatchesManifestsOldestAlarm',
    'DarkroomPipeline/PipelineBatchesEndsDeadLettersAlarm',
    'DarkroomPipeline/PipelineBatchesEndsOldestAlarm',
    'DarkroomPipeline/PipelineOverviewStuckCallbacksAlarm',
    'DarkroomPipeline/PipelineOverviewFailureShareAlarm',
    'DarkroomPipeline/PipelineOverviewDollarsAlarm',
    'DarkroomPipeline/PipelineOverviewUnitsAlarm',
  ],
  late: [
    'DarkroomPipeline/PipelineWorkflowTimedOutAlarm',
    'DarkroomPipeline/PipelineBatchesWorkflowTimedOutAlarm',
    'DarkroomService/ServiceSharingWorkflowTimedOutAlarm',
  ],
  topics: ['DarkroomPipeline/PipelineNoticesUntoldAlarm'],
  lines: [
    'DarkroomService/ServiceDefectsAlarm',
    'DarkroomService/ServiceGivenUpAlarm',
    'DarkroomService/ServiceTimedOutAlarm',
    'DarkroomService/ServiceWebhooksSwitchedOffAlarm',
  ],
  manyLines: ['DarkroomService/ServiceWebhooksRefusedAlarm'],
} as const
