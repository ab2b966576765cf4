import { UNTIL_TAKEN } from './until-taken.ts'

/** ARNs and places the definition names. */
export type BatchDefinitionProps = {
  partition: string
  functions: Record<'readManifest' | 'workChunk' | 'reportChunk' | 'closeBatch', string>
  /** Where the outputs of the child executions are put, which hold nothing. */
  results: { bucket: string; prefix: string }
}

/** A month: a million files at a hundred at once and half a minute each take four days. */
const MOST_SECONDS = 30 * 86_400
/** Lambda's longest. */
const LONG_SECONDS = 900
/** After this a chunk's jobs are looked at again, in case the word of an end was lost; as often as a job may live. */
const LOOK_AGAIN_SECONDS = 3_600
const MOST_LOOKS = 170

const INPUT = '$states.context.Execution.Input'
const REDRIVES =
  '($exists($states.context.Execution.RedriveCount) ? $states.context.Execution.RedriveCount : 0)'
/** Orders the tries of a state, redrives included: each has a token of its own, and the latest one counts. */
const ORDER = `{% ${REDRIVES} * 1000 + $states.context.State.RetryCount %}`

const CLOSED = { batch: `{% ${INPUT}.batch %}`, redrives: `{% ${REDRIVES} %}` }

const RETRY = [
  UNTIL_TAKEN,
  { ErrorEquals: ['ManifestInvalid', 'TooManyFailures'], MaxAttempts: 0 },
  {
    ErrorEquals: ['States.TaskFailed'],
    IntervalSeconds: 2,
    BackoffRate: 2,
    MaxAttempts: 8,
    MaxDelaySeconds: 120,
    JitterStrategy: 'FULL',
  },
]

const CATCH = [
  {
    ErrorEquals: ['States.ALL'],
    Assign: { failure: '{% $states.errorOutput %}' },
    Next: 'CloseFailed',
  },
]

/**
 * The workflow of one manifest, in Amazon States Language: read it into chunks of items, work each chunk in a child
 * execution that waits for its jobs by callback, write the result manifest. A child enters two states for ten files.
 * Failed items are counted over the whole batch by ReportChunk, because a map would count whole chunks; a child fails
 * only when the batch has had enough of them, and then the map stops at once.
 */
export function batchDefinition({ partition, functions, results }: BatchDefinitionProps): object {
  const call = (fn: string, payload: object | string, seconds = 120): object => ({
    Type: 'Task',
    Resource: `arn:${partition}:states:::lambda:invoke`,
    Arguments: { FunctionName: fn, Payload: payload },
    TimeoutSeconds: seconds,
    Retry: RETRY,
  })

  return {
    Comment: 'Works the files of one manifest and states what each came to.',
    QueryLanguage: 'JSONata',
    TimeoutSeconds: MOST_SECONDS,
    StartAt: 'ReadManifest',
    States: {
      ReadManifest: {
        ...call(functions.readManifest, { batch: `{% ${INPUT}.batch %}` }, LONG_SECONDS),
        Output: '{% $states.result.Payload %}',
        Catch: CATCH,
        Next: 'EachChunk',
      },
      EachChunk: {
        Type: 'Map',
        Label: 'Chunk',
        ItemReader: {
          Resource: `arn:${partition}:states:::s3:getObject`,
          ReaderConfig: { InputType: 'JSONL' },
          Arguments: { Bucket: '{% $states.input.bucket %}', Key: '{% $states.input.key %}' },
        },
        ItemSelector: {
          batch: `{% ${INPUT}.batch %}`,
          chunk: '{% $states.context.Map.Item.Value %}',
        },
        MaxConcurrency: '{% $states.input.children %}',
        ToleratedFailurePercentage: 0,
        ItemProcessor: {
          ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
          ...eachChunk(partition, call, functions),
        },
        // Without it the outputs of a hundred thousand children would be the state's, and above its limit.
        ResultWriter: {
          Resource: `arn:${partition}:states:::s3:putObject`,
          Arguments: {
            Bucket: results.bucket,
            Prefix: `{% '${results.prefix}batches/' & ${INPUT}.batch & '/map' %}`,
          },
          WriterConfig: { OutputType: 'JSON', Transformation: 'COMPACT' },
        },
        Output: {},
        Catch: CATCH,
        Next: 'CloseBatch',
      },
      CloseBatch: {
        ...call(functions.closeBatch, CLOSED, LONG_SECONDS),
        Output: '{% $states.result.Payload %}',
        End: true,
      },
      CloseFailed: {
        ...call(functions.closeBatch, { ...CLOSED, failure: '{% $failure %}' }, LONG_SECONDS),
        Next: 'Failed',
      },
      Failed: {
        Type: 'Fail',
        Error: '{% $failure.Error %}',
        Cause: "{% $exists($failure.Cause) ? $failure.Cause : 'The batch failed.' %}",
      },
    },
  }
}

function eachChunk(
  partition: string,
  call: (fn: string, payload: object) => object,
  { workChunk, reportChunk }: BatchDefinitionProps['functions'],
): object {
  const CHUNK = {
    batch: '{% $states.input.batch %}',
    chunk: '{% $states.input.chunk.chunk %}',
    items: '{% $states.input.chunk.items %}',
  }
  return {
    StartAt: 'WorkChunk',
    States: {
      WorkChunk: {
        Type: 'Task',
        Resource: `arn:${partition}:states:::lambda:invoke.waitForTaskToken`,
        Arguments: {
          FunctionName: workChunk,
          Payload: { token: '{% $states.context.Task.Token %}', order: ORDER, ...CHUNK },
        },
        TimeoutSeconds: LOOK_AGAIN_SECONDS,
        Retry: [
          {
            ErrorEquals: ['States.Timeout'],
            IntervalSeconds: 1,
            BackoffRate: 1,
            MaxAttempts: MOST_LOOKS,
          },
          ...RETRY,
        ],
        Output: '{% $states.input %}',
        // Whatever was not worked is stated; the rest of the chunk counts as it stands.
        Catch: [
          { ErrorEquals: ['States.ALL'], Output: '{% $states.input %}', Next: 'ReportChunk' },
        ],
        Next: 'ReportChunk',
      },
      ReportChunk: { ...call(reportChunk, CHUNK), Output: {}, End: true },
    },
  }
}
