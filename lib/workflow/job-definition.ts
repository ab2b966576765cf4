import { FAILURES, failureCodes } from '../../catalog/failures.ts'

/** ARNs the definition names. */
export type JobDefinitionProps = {
  partition: string
  functions: Record<
    'preProcess' | 'prepare' | 'chooseTarget' | 'createTask' | 'deliver' | 'recordFailure',
    string
  >
}

/** Two days: above everything a recipe may ask for, and far below the year an execution could hang. */
const MOST_SECONDS = 2 * 86_400
const STEP_SECONDS = 120
/** The engine's longest: a picture of 120 megapixels. */
const PREPARE_SECONDS = 600

const JOB = '{% $states.context.Execution.Input.job %}'
const ATTEMPT = '{% $states.context.Execution.Input.attempt %}'
const WAIT = '{% $states.context.Execution.Input.timeoutSeconds %}'
const TOKEN = '{% $states.context.Task.Token %}'
/** Orders the tries of a state, redrives included: each has a token of its own, and the latest one counts. */
const ORDER =
  '{% ($exists($states.context.Execution.RedriveCount) ? $states.context.Execution.RedriveCount : 0) * 1000 + $states.context.State.RetryCount %}'
const STEP = '{% $exists($step) ? $step : 0 %}'
const TRAIL = '{% $exists($trail) ? $trail : [] %}'
const STATES = '{% $exists($timeline) ? $timeline : [] %}'
const ENTERED = '{% $states.context.State.EnteredTime %}'
const RETRIES = '{% $states.context.State.RetryCount %}'
const MS = '$millis() - $toMillis($states.context.State.EnteredTime)'
/** What every state notes of itself when it is left, for the receipt. */
const LEFT = `{% $append($exists($timeline) ? $timeline : [], [{'state': $states.context.State.Name, 'ms': ${MS}, 'retries': $states.context.State.RetryCount}]) %}`
/** What the last Prepare did, which may have been for an earlier step. */
const PREPARED = '{% $exists($prepared) ? $prepared : null %}'
/** The step before the one that was just done. */
const BEFORE =
  "{% $count($trail) > 1 ? {'taskId': $trail[-2].tasks[0].taskId, 'feature': $trail[-2].feature, 'restored': $trail[-2].restored.files[0]} : null %}"
/** All of the trail but its last step. */
const TRAIL_BEFORE = '[$filter($trail, function($v, $i) { $i < $count($trail) - 1 })]'
const IS_PREPARED = '$exists($prepared) and $prepared.step = $step'
const REFUSED = '{% $exists($refused) ? $refused : null %}'
const PREVIOUS =
  "{% $exists($trail) and $count($trail) > 0 ? {'taskId': $trail[-1].tasks[0].taskId, 'feature': $trail[-1].feature, 'restored': $trail[-1].restored.files[0]} : null %}"

/**
 * What no retry can mend is not retried; a busy service is left alone for longer; everything else may be a passing
 * fault, ours or the service's.
 */
const RETRY = [
  {
    ErrorEquals: failureCodes('job').filter((code) => !FAILURES[code].transient),
    MaxAttempts: 0,
  },
  {
    ErrorEquals: ['ServiceBusy'],
    IntervalSeconds: 5,
    BackoffRate: 2,
    MaxAttempts: 6,
    MaxDelaySeconds: 300,
  },
  {
    ErrorEquals: ['States.TaskFailed'],
    IntervalSeconds: 1,
    BackoffRate: 2,
    MaxAttempts: 6,
    MaxDelaySeconds: 60,
    JitterStrategy: 'FULL',
  },
]

/**
 * An error with the beginning of its cause, which holds the message: the rest is a stack trace, and what a state
 * carries stays small even with one for each of twenty targets.
 */
function caught(most: number): string {
  return `{% {'Error': $states.errorOutput.Error, 'Cause': $exists($states.errorOutput.Cause) ? $substring($states.errorOutput.Cause, 0, ${most}) : ''} %}`
}

const CATCH = [
  {
    ErrorEquals: ['States.ALL'],
    Assign: {
      failure: caught(600),
      failedState: '{% $states.context.State.Name %}',
      timeline: LEFT,
    },
    Next: 'RecordFailure',
  },
]

/**
 * The workflow of one dropped file, in Amazon States Language. Per step of the recipe: find the people, choose among
 * them, carry the effect out on each; then deliver. Every path ends in a record. A one-effect recipe enters six
 * states. A picture that does not meet its feature's file rule goes through Prepare first and Restore afterwards. The
 * variables hold references and small facts: `step`, `detection`, `targets`, `feature`, `last`, `framed`, `prepared`,
 * `refused`, `trail`, what was done so far, and `timeline`, the states that were left.
 */
export function jobDefinition({ partition, functions }: JobDefinitionProps): object {
  const call = (fn: string, payload: object, seconds = STEP_SECONDS): object => ({
    Type: 'Task',
    Resource: `arn:${partition}:states:::lambda:invoke`,
    Arguments: { FunctionName: fn, Payload: payload },
    TimeoutSeconds: seconds,
    Retry: RETRY,
  })
  const wait = (fn: string, payload: object): object => ({
    Type: 'Task',
    Resource: `arn:${partition}:states:::lambda:invoke.waitForTaskToken`,
    Arguments: {
      FunctionName: fn,
      Payload: {
        token: TOKEN,
        order: ORDER,
        job: JOB,
        attempt: ATTEMPT,
        previous: PREVIOUS,
        prepared: PREPARED,
        ...payload,
      },
    },
    // Without it a lost webhook would hold the execution open for a year.
    TimeoutSeconds: WAIT,
    Retry: RETRY,
  })

  return {
    Comment: 'Brings one dropped file to its result and receipt, or to a stated failure.',
    QueryLanguage: 'JSONata',
    TimeoutSeconds: MOST_SECONDS,
    StartAt: 'PreProcess',
    States: {
      PreProcess: {
        ...wait(functions.preProcess, { step: STEP }),
        Assign: { step: STEP, detection: '{% $states.result %}', timeline: LEFT },
        Catch: [
          {
            ErrorEquals: ['NeedsPreparing'],
            Assign: { step: STEP, timeline: LEFT },
            Next: 'Prepare',
          },
          ...CATCH,
        ],
        Next: 'ChooseTarget',
      },
      Prepare: {
        ...call(
          functions.prepare,
          { job: JOB, step: '{% $step %}', previous: PREVIOUS, refused: REFUSED },
          PREPARE_SECONDS,
        ),
        Assign: { prepared: '{% $states.result.Payload %}', refused: null, timeline: LEFT },
        Output: {},
        Catch: CATCH,
        Next: 'PreProcess',
      },
      ChooseTarget: {
        ...call(functions.chooseTarget, {
          job: JOB,
          step: '{% $step %}',
          detection: '{% $detection %}',
          prepared: PREPARED,
        }),
        Assign: {
          feature: '{% $states.result.Payload.feature %}',
          targets: '{% $states.result.Payload.targets %}',
          last: '{% $states.result.Payload.last %}',
          framed: '{% $states.result.Payload.framed %}',
          timeline: LEFT,
        },
        Output: {},
        Catch: CATCH,
        Next: 'EachTarget',
      },
      EachTarget: {
        Type: 'Map',
        Items: '{% $targets %}',
        ItemSelector: { target: '{% $states.context.Map.Item.Value %}' },
        MaxConcurrency: 5,
        ItemProcessor: { ProcessorConfig: { Mode: 'INLINE' }, ...eachTarget(wait, functions) },
        Assign: {
          trail: `{% $append($exists($trail) ? $trail : [], [$merge([{'feature': $feature, 'detection': $detection.taskId, 'tasks': $states.result}, ${IS_PREPARED} ? {'prepared': $prepared} : {}])]) %}`,
          timeline: LEFT,
        },
        Output: {},
        Catch: CATCH,
        Next: 'MoreSteps',
      },
      MoreSteps: {
        Type: 'Choice',
        Choices: [
          {
            Condition: `{% ${IS_PREPARED} and $prepared.restores and $not($exists($trail[-1].restored)) and $exists($trail[-1].tasks[status = 'success']) %}`,
            Next: 'Restore',
          },
          {
            // Its target fills too little of the picture: the step is done again with a picture cropped to it.
            Condition: `{% $framed and $trail[-1].tasks[0].status = 'error' %}`,
            Assign: {
              refused: '{% $trail[-1].tasks[0].taskId %}',
              trail: `{% ${TRAIL_BEFORE} %}`,
            },
            Next: 'Prepare',
          },
          {
            // A step that could not even be created has nothing to go on with: Deliver states its reason.
            Condition: '{% $last or $exists($trail[-1].tasks[0].failure) %}',
            Next: 'Deliver',
          },
        ],
        Assign: { step: '{% $step + 1 %}' },
        Default: 'PreProcess',
      },
      Restore: {
        ...call(
          functions.prepare,
          { job: JOB, step: '{% $step %}', previous: BEFORE, done: '{% $trail[-1] %}' },
          PREPARE_SECONDS,
        ),
        Assign: {
          trail: `{% $append(${TRAIL_BEFORE}, [$merge([$trail[-1], {'restored': $states.result.Payload}])]) %}`,
          timeline: LEFT,
        },
        Output: {},
        Catch: CATCH,
        Next: 'MoreSteps',
      },
      Deliver: {
        ...call(
          functions.deliver,
          { job: JOB, trail: '{% $trail %}', states: STATES, entered: ENTERED, retries: RETRIES },
          300,
        ),
        Output: '{% $states.result.Payload %}',
        Catch: CATCH,
        End: true,
      },
      RecordFailure: {
        ...call(functions.recordFailure, {
          job: JOB,
          state: '{% $failedState %}',
          error: '{% $failure %}',
          trail: TRAIL,
          states: STATES,
        }),
        Retry: [
          { ErrorEquals: ['States.ALL'], IntervalSeconds: 2, BackoffRate: 2, MaxAttempts: 8 },
        ],
        // Not even the record could be written: the execution still ends, and its end is heard by the status rule.
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'Failed' }],
        Next: 'Failed',
      },
      Failed: {
        Type: 'Fail',
        Error: '{% $failure.Error %}',
        Cause: "{% $failure.Cause = '' ? 'The job failed.' : $failure.Cause %}",
      },
    },
  }
}

function eachTarget(
  wait: (fn: string, payload: object) => object,
  { createTask }: JobDefinitionProps['functions'],
): object {
  return {
    StartAt: 'CreateTask',
    States: {
      CreateTask: {
        ...wait(createTask, { step: '{% $step %}', target: '{% $states.input.target %}' }),
        Output: {
          index: '{% $states.input.target.index %}',
          why: '{% $states.input.target.why %}',
          taskId: '{% $states.result.taskId %}',
          status: '{% $states.result.status %}',
          engine: '{% $exists($states.result.engine) ? $states.result.engine : null %}',
          charge: '{% $exists($states.result.charge) ? $states.result.charge : null %}',
          ms: `{% ${MS} %}`,
          retries: RETRIES,
        },
        // One target that fails must not take the others' results with it.
        Catch: [
          {
            ErrorEquals: ['States.ALL'],
            Output: {
              index: '{% $states.input.target.index %}',
              why: '{% $states.input.target.why %}',
              failure: caught(320),
              ms: `{% ${MS} %}`,
              retries: RETRIES,
            },
            Next: 'NotCreated',
          },
        ],
        End: true,
      },
      NotCreated: { Type: 'Pass', End: true },
    },
  }
}
