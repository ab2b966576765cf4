import { FAILURES, failureCodes } from '../../catalog/failures/failures.ts'
import {
  ATTEMPT,
  caught,
  ENTERED,
  IS_LAST,
  IS_REFUSED,
  IS_UNRESTORED,
  JOB,
  ORDER,
  PREPARED,
  PREVIOUS,
  REFUSAL,
  REFUSED,
  REFUSED_BY,
  RETRIES,
  STEP,
  STEP_BEFORE_LAST,
  TIMELINE_SO_FAR,
  TIMELINE_WITH_THIS_STATE,
  TIMEOUT_SECONDS,
  TOKEN,
  TRAIL,
  TRAIL_BEFORE,
  UNFINISHED,
  WITH_PARTS,
  WITH_STEP,
} from './job-expressions.ts'
import { eachPart, eachTarget } from './target-states.ts'
import { UNTIL_TAKEN } from './until-taken.ts'

/** ARNs the definition names. */
export type JobDefinitionProps = {
  partition: string
  functions: Record<
    'preProcess' | 'prepare' | 'chooseTarget' | 'createTask' | 'deliver' | 'recordFailure',
    string
  >
}

/**
 * A week: each wait for a task may take up to two days, the one before its work included, and what was prepared for a
 * job is kept as long. Far below the year an execution could hang.
 */
export const MOST_SECONDS = 7 * 86_400
const STEP_SECONDS = 120
/** The longest a function may run, which a long video takes. */
const PREPARE_SECONDS = 900

/**
 * What no retry can mend is not retried; a busy service is left alone for longer; everything else may be a passing
 * fault, ours or the service's.
 */
const RETRY = [
  UNTIL_TAKEN,
  // The work took its time: asking for the same task again would not give it more.
  { ErrorEquals: ['CallbackTimeout'], MaxAttempts: 0 },
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

/** Codes by which a state refuses a file; a task's own code in the message tells whether `TaskFailed` is one. */
const REFUSALS = [...failureCodes('job').filter((code) => FAILURES[code].unsuited), 'TaskFailed']

const CATCH_ALL = [
  {
    ErrorEquals: ['States.ALL'],
    Assign: {
      failure: caught(600),
      failedState: '{% $states.context.State.Name %}',
      timeline: TIMELINE_WITH_THIS_STATE,
    },
    Next: 'RecordFailure',
  },
]

/** Deliver files the dropped object of a job whose recipe wants that; otherwise it throws the failure again. */
const CATCH = [
  {
    ErrorEquals: REFUSALS,
    Assign: {
      refusal: {
        state: '{% $states.context.State.Name %}',
        step: STEP,
        error: caught(600),
      },
      timeline: TIMELINE_WITH_THIS_STATE,
    },
    Next: 'Deliver',
  },
  ...CATCH_ALL,
]

/**
 * The workflow of one dropped file, in Amazon States Language. Per step of the recipe: find the people, choose among
 * them, carry the effect out on each; then deliver. Every path ends in a record. A one-effect recipe enters six
 * states. A file that does not meet its feature's rule goes through Prepare first, a picture through Restore
 * afterwards; where each target has a picture of its own, EachPart takes the place of choosing among them. A file that
 * does not suit goes to Deliver at once. The
 * variables hold references and small facts: `step`, `detection`, `targets`, `feature`, `last`, `framed`, `together`,
 * `found`, `prepared`, `refused`, `whole`, the tasks of a step that is done again, `trail`, what was done so far, and
 * `timeline`, the states that were left.
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
    TimeoutSeconds: TIMEOUT_SECONDS,
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
        Assign: {
          step: STEP,
          detection: '{% $states.result %}',
          timeline: TIMELINE_WITH_THIS_STATE,
        },
        Catch: [
          {
            ErrorEquals: ['NeedsPreparing'],
            Assign: { step: STEP, timeline: TIMELINE_WITH_THIS_STATE },
            Next: 'Prepare',
          },
          {
            ErrorEquals: ['PreparedEach'],
            Assign: { timeline: TIMELINE_WITH_THIS_STATE },
            Next: 'EachPart',
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
        Assign: {
          prepared: '{% $states.result.Payload %}',
          refused: null,
          timeline: TIMELINE_WITH_THIS_STATE,
        },
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
          previous: PREVIOUS,
        }),
        Assign: {
          feature: '{% $states.result.Payload.feature %}',
          targets: '{% $states.result.Payload.targets %}',
          last: '{% $states.result.Payload.last %}',
          framed: '{% $states.result.Payload.framed %}',
          together: '{% $states.result.Payload.together %}',
          found:
            '{% $exists($states.result.Payload.found) ? $states.result.Payload.found : null %}',
          timeline: TIMELINE_WITH_THIS_STATE,
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
          trail: WITH_STEP,
          whole: null,
          timeline: TIMELINE_WITH_THIS_STATE,
        },
        Output: {},
        Catch: CATCH,
        Next: 'MoreSteps',
      },
      EachPart: {
        Type: 'Map',
        Items: '{% $prepared.parts %}',
        ItemSelector: { part: '{% $states.context.Map.Item.Value %}' },
        MaxConcurrency: 5,
        ItemProcessor: { ProcessorConfig: { Mode: 'INLINE' }, ...eachPart(wait, call, functions) },
        Assign: {
          feature: '{% $prepared.feature %}',
          last: '{% $prepared.last %}',
          framed: false,
          together: false,
          trail: WITH_PARTS,
          whole: null,
          timeline: TIMELINE_WITH_THIS_STATE,
        },
        Output: {},
        Catch: CATCH,
        Next: 'MoreSteps',
      },
      MoreSteps: {
        Type: 'Choice',
        Choices: [
          {
            Condition: IS_REFUSED,
            Assign: {
              refused: REFUSAL,
              whole: '{% $trail[-1].tasks %}',
              trail: `{% ${TRAIL_BEFORE} %}`,
            },
            Next: 'Prepare',
          },
          { Condition: IS_UNRESTORED, Next: 'Restore' },
          { Condition: IS_LAST, Next: 'Deliver' },
        ],
        // The next step has people of its own to find.
        Assign: { step: '{% $step + 1 %}', detection: null, found: null },
        Default: 'PreProcess',
      },
      Restore: {
        ...call(
          functions.prepare,
          { job: JOB, step: '{% $step %}', previous: STEP_BEFORE_LAST, done: '{% $trail[-1] %}' },
          PREPARE_SECONDS,
        ),
        Assign: {
          trail: `{% $append(${TRAIL_BEFORE}, [$merge([$trail[-1], {'restored': $states.result.Payload}])]) %}`,
          timeline: TIMELINE_WITH_THIS_STATE,
        },
        Output: {},
        Catch: CATCH,
        Next: 'MoreSteps',
      },
      Deliver: {
        ...call(
          functions.deliver,
          {
            job: JOB,
            trail: TRAIL,
            unfinished: UNFINISHED,
            previous: PREVIOUS,
            refusal: REFUSED_BY,
            states: TIMELINE_SO_FAR,
            entered: ENTERED,
            retries: RETRIES,
          },
          300,
        ),
        Output: '{% $states.result.Payload %}',
        Catch: CATCH_ALL,
        End: true,
      },
      RecordFailure: {
        ...call(functions.recordFailure, {
          job: JOB,
          state: '{% $failedState %}',
          refusal: REFUSED_BY,
          error: '{% $failure %}',
          trail: TRAIL,
          unfinished: UNFINISHED,
          previous: PREVIOUS,
          states: TIMELINE_SO_FAR,
          retries: RETRIES,
        }),
        Retry: [
          UNTIL_TAKEN,
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
