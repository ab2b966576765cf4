import type { Prepared } from '../core/ports/prepared.ts'
import type { FoundBoxes, TrailState, TrailStep } from '../core/ports/trail.ts'
import type { PreviousTask } from '../core/steps/resolve-source.ts'
import type { RecordFailureInput } from './record-failure.ts'

/** The workflow's variables that tell how far a job came; see its definition in `lib/workflow/job-definition.ts`. */
type Variables = {
  step?: number
  /** Null between two steps. */
  detection?: { taskId?: string | null } | null
  found?: FoundBoxes | null
  prepared?: Prepared & { step?: number }
  trail?: TrailStep[]
  timeline?: TrailState[]
}

/**
 * What the state RecordFailure is told of how far a job came, of an execution that was ended from outside and so never
 * entered it: the steps that were done, the states that were left, and the step whose effect did not come to its end.
 */
export function leftBehind(
  variables: Readonly<Record<string, unknown>>,
): Pick<RecordFailureInput, 'trail' | 'states' | 'unfinished' | 'previous'> {
  const { step = 0, detection, found, prepared, trail = [], timeline = [] } = variables as Variables
  const taskId = detection?.taskId
  const open = taskId && trail.length <= step
  return {
    trail,
    states: timeline,
    unfinished: open
      ? {
          step,
          detection: taskId,
          ...(found && { found }),
          ...(prepared?.step === step && { prepared }),
        }
      : null,
    previous: previousOf(trail.at(-1)),
  }
}

function previousOf(step: TrailStep | undefined): PreviousTask | null {
  const task = step?.tasks.find(({ status }) => status === 'success') ?? step?.tasks[0]
  if (!step || task?.taskId === undefined) return null
  return { taskId: task.taskId, feature: step.feature, restored: step.restored?.files[0] }
}
