import { UNTIL_TAKEN } from './until-taken.ts'

/** The function the definition calls, and how many segments of a video are made at once. */
export type VideoDefinitionProps = {
  partition: string
  functions: Record<'workSegments', string>
  workers: number
}

/** Lambda's longest. */
const LONG_SECONDS = 900
/** The work on a task may take an hour; after that its workers have to notice, and what they shared is removed. */
const MOST_SECONDS = 3600 + 2 * LONG_SECONDS

const INPUT = '$states.context.Execution.Input'

/** A worker that is lost is replaced; what the client can understand ends the task without failing a state. */
const RETRY = [
  UNTIL_TAKEN,
  // The lease of a worker that died expires after a minute and a half; one that lives ends with its function.
  { ErrorEquals: ['LeaseHeld'], IntervalSeconds: 30, BackoffRate: 1, MaxAttempts: 40 },
  {
    ErrorEquals: ['States.ALL'],
    IntervalSeconds: 2,
    BackoffRate: 2,
    MaxAttempts: 3,
    MaxDelaySeconds: 60,
    JitterStrategy: 'FULL',
  },
]

const CATCH = [
  {
    ErrorEquals: ['States.ALL'],
    Assign: { failure: '{% $states.errorOutput %}' },
    Next: 'GiveUp',
  },
]

/**
 * The workflow of one video that several workers share, in Amazon States Language: a child execution makes each
 * segment, one call joins them. Only the segment of a lost worker is made again.
 */
export function videoDefinition({ partition, functions, workers }: VideoDefinitionProps): object {
  const call = (payload: object): object => ({
    Type: 'Task',
    Resource: `arn:${partition}:states:::lambda:invoke`,
    Arguments: { FunctionName: functions.workSegments, Payload: payload },
    TimeoutSeconds: LONG_SECONDS,
    Retry: RETRY,
  })
  return {
    Comment: 'Makes the segments of one video and joins them.',
    QueryLanguage: 'JSONata',
    TimeoutSeconds: MOST_SECONDS,
    StartAt: 'EachSegment',
    States: {
      EachSegment: {
        Type: 'Map',
        Label: 'Segment',
        Items: '{% $states.input.segments %}',
        ItemSelector: {
          task: `{% ${INPUT}.task %}`,
          segment: '{% $states.context.Map.Item.Value %}',
        },
        MaxConcurrency: workers,
        ToleratedFailurePercentage: 0,
        ItemProcessor: {
          ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
          StartAt: 'MakeSegment',
          States: {
            MakeSegment: {
              ...call({
                task: '{% $states.input.task %}',
                segment: '{% $states.input.segment %}',
              }),
              Output: '{% $states.result.Payload %}',
              End: true,
            },
          },
        },
        Output: { seconds: '{% $sum($states.result.seconds) %}' },
        Catch: CATCH,
        Next: 'JoinSegments',
      },
      JoinSegments: {
        ...call({ task: `{% ${INPUT}.task %}`, seconds: '{% $states.input.seconds %}' }),
        Output: '{% $states.result.Payload %}',
        Catch: CATCH,
        End: true,
      },
      GiveUp: {
        ...call({ task: `{% ${INPUT}.task %}`, failure: '{% $failure.Error %}' }),
        Next: 'Failed',
      },
      Failed: {
        Type: 'Fail',
        Error: '{% $failure.Error %}',
        Cause: "{% $exists($failure.Cause) ? $failure.Cause : 'The video failed.' %}",
      },
    },
  }
}
