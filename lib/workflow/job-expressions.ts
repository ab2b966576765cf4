// JSONata expressions of the job's workflow, by what they give. The variables they read are those of `jobDefinition`.

export const JOB = '{% $states.context.Execution.Input.job %}'
export const ATTEMPT = '{% $states.context.Execution.Input.attempt %}'
const INPUT = '$states.context.Execution.Input'
/** With the time for which a task may wait, where its service says when the work begins. */
export const TIMEOUT_SECONDS = `{% ${INPUT}.timeoutSeconds + ($exists(${INPUT}.waitSeconds) ? ${INPUT}.waitSeconds : 0) %}`
export const TOKEN = '{% $states.context.Task.Token %}'
/** Orders the tries of a state, redrives included: each has a token of its own, and the latest one counts. */
export const ORDER =
  '{% ($exists($states.context.Execution.RedriveCount) ? $states.context.Execution.RedriveCount : 0) * 1000 + $states.context.State.RetryCount %}'
export const STEP = '{% $exists($step) ? $step : 0 %}'
/** Everything that was done, with the tasks of a step that was to be done again: they may have cost something. */
export const TRAIL =
  "{% $append($exists($trail) ? $trail : [], $exists($whole) and $whole != null ? [{'feature': $feature, 'detection': $detection.taskId, 'tasks': [$whole]}] : []) %}"
export const TIMELINE_SO_FAR = '{% $exists($timeline) ? $timeline : [] %}'
export const ENTERED = '{% $states.context.State.EnteredTime %}'
export const RETRIES = '{% $states.context.State.RetryCount %}'
export const STATE_MILLISECONDS = '$millis() - $toMillis($states.context.State.EnteredTime)'
/** What every state notes of itself when it is left, for the receipt. */
export const TIMELINE_WITH_THIS_STATE = `{% $append($exists($timeline) ? $timeline : [], [{'state': $states.context.State.Name, 'ms': ${STATE_MILLISECONDS}, 'retries': $states.context.State.RetryCount}]) %}`
/** What the last Prepare did, which may have been for an earlier step. */
export const PREPARED = '{% $exists($prepared) ? $prepared : null %}'
const SUCCESS = "tasks[status = 'success']"

/** What a step goes on with: its first result, which with `together` is in the restored picture. */
function resultOf(step: string): string {
  return `{'taskId': $exists(${step}.${SUCCESS}) ? ${step}.${SUCCESS}[0].taskId : ${step}.tasks[0].taskId, 'feature': ${step}.feature, 'restored': ${step}.restored.files[0]}`
}

/** The step before the one that was just done. */
export const STEP_BEFORE_LAST = `{% $count($trail) > 1 ? ${resultOf('$trail[-2]')} : null %}`
/** All of the trail but its last step. */
export const TRAIL_BEFORE = '[$filter($trail, function($v, $i) { $i < $count($trail) - 1 })]'
const IS_PREPARED = '$exists($prepared) and $prepared.step = $step'
export const REFUSED = '{% $exists($refused) ? $refused : null %}'
/** Which state refused the file, and why. */
export const REFUSED_BY = '{% $exists($refusal) ? $refusal : null %}'
export const PREVIOUS = `{% $exists($trail) and $count($trail) > 0 ? ${resultOf('$trail[-1]')} : null %}`

/** The tasks of a step whose target may fill too little of the picture: it is done again on one cropped to it. */
export const IS_REFUSED = "{% $framed and $exists($trail[-1].tasks[status = 'error']) %}"
export const REFUSAL = `{% {'tasks': [$trail[-1].tasks[status = 'error'].{'index': index, 'taskId': taskId}], 'targets': $targets, 'succeeded': $exists($trail[-1].${SUCCESS})} %}`

/** Results of prepared pictures, and those that go into one picture, that are not yet put back into their source. */
export const IS_UNRESTORED = `{% $not($exists($trail[-1].restored)) and (${IS_PREPARED} and $prepared.restores and $exists($trail[-1].${SUCCESS}) or $together and $count($trail[-1].${SUCCESS}) > 1) %}`

/** A step that could not even be created has nothing to go on with: Deliver states its reason. */
export const IS_LAST = `{% $last or $exists($trail[-1].tasks[0].failure) and $not($exists($trail[-1].${SUCCESS})) %}`

/**
 * Whom the detection of the step that is being done found, until the trail has that step: a failure, too, is understood
 * by who was there. Null where nobody had to be found.
 */
export const UNFINISHED = `{% $exists($detection) and $exists($detection.taskId) and $detection.taskId != null and $count($exists($trail) ? $trail : []) <= $step ? $merge([{'step': $step, 'detection': $detection.taskId}, $exists($found) and $found != null ? {'found': $found} : {}, ${IS_PREPARED} ? {'prepared': $prepared} : {}]) : null %}`

/** The trail with the step that was just done, on one picture for all targets. */
export const WITH_STEP = `{% $append($exists($trail) ? $trail : [], [$merge([{'feature': $feature, 'detection': $detection.taskId, 'tasks': $states.result}, $exists($found) and $found != null ? {'found': $found} : {}, ${IS_PREPARED} ? {'prepared': $prepared} : {}])]) %}`

/** The same on pictures of their own; tasks on the whole picture stay where they were not done again. */
const TASKS_WITH_PARTS =
  '[$append($exists($whole) and $whole != null ? $filter($whole, function($v) { $not($v.index in $states.result.index) }) : [], $states.result)]'
export const WITH_PARTS = `{% $append($exists($trail) ? $trail : [], [{'feature': $prepared.feature, 'detection': null, 'tasks': ${TASKS_WITH_PARTS}, 'prepared': $prepared}]) %}`

/**
 * An error with the beginning of its cause, which holds the message: the rest is a stack trace, and what a state
 * carries stays small even with one for each of twenty targets.
 */
export function caught(most: number): string {
  return `{% {'Error': $states.errorOutput.Error, 'Cause': $exists($states.errorOutput.Cause) ? $substring($states.errorOutput.Cause, 0, ${most}) : ''} %}`
}
