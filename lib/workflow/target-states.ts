import { caught, JOB, RETRIES, STATE_MILLISECONDS } from './job-expressions.ts'

type State = (fn: string, payload: object) => object
type Functions = Record<'preProcess' | 'chooseTarget' | 'createTask', string>

/** Characters of a failure's message that are kept for each target, so that twenty of them fit into a state. */
const MESSAGE_CHARACTERS = { target: 320, part: 200 } as const

/** Carries the effect out on each target of one picture. */
export function eachTarget(wait: State, { createTask }: Pick<Functions, 'createTask'>): object {
  const target = {
    index: '{% $states.input.target.index %}',
    why: '{% $states.input.target.why %}',
  }
  return {
    StartAt: 'CreateTask',
    States: {
      CreateTask: {
        ...wait(createTask, { step: '{% $step %}', target: '{% $states.input.target %}' }),
        ...endsOf(target, MESSAGE_CHARACTERS.target, 'NotCreated'),
        End: true,
      },
      NotCreated: { Type: 'Pass', End: true },
    },
  }
}

/** Finds each target in the picture that was cropped to it, and carries the effect out there. */
export function eachPart(
  wait: State,
  call: State,
  { preProcess, chooseTarget, createTask }: Functions,
): object {
  const part = '{% $states.input.part %}'
  const detection = '{% $states.input.detection %}'
  const index = '{% $states.input.part.part %}'
  const failed = endsOf({ index }, MESSAGE_CHARACTERS.part, 'PartNotCreated').Catch
  return {
    StartAt: 'FindInPart',
    States: {
      FindInPart: {
        ...wait(preProcess, { step: '{% $step %}', prepared: part }),
        Output: { part, detection: '{% $states.result.taskId %}' },
        Catch: failed,
        Next: 'ChooseInPart',
      },
      ChooseInPart: {
        ...call(chooseTarget, {
          job: JOB,
          step: '{% $step %}',
          detection: { taskId: detection },
          prepared: part,
        }),
        Output: { part, detection, target: '{% $states.result.Payload.targets[0] %}' },
        Catch: failed,
        Next: 'CreatePartTask',
      },
      CreatePartTask: {
        ...wait(createTask, {
          step: '{% $step %}',
          prepared: part,
          target: { index: '{% $states.input.target.index %}', part: index },
        }),
        ...endsOf(
          { index, why: '{% $states.input.target.why %}', detection },
          MESSAGE_CHARACTERS.part,
          'PartNotCreated',
        ),
        End: true,
      },
      PartNotCreated: { Type: 'Pass', End: true },
    },
  }
}

/** What a task leaves in the trail. One that fails must not take the others' results with it. */
function endsOf(known: Record<string, string>, most: number, failed: string) {
  const waited = { ms: `{% ${STATE_MILLISECONDS} %}`, retries: RETRIES }
  return {
    Output: {
      ...known,
      taskId: '{% $states.result.taskId %}',
      status: '{% $states.result.status %}',
      engine: '{% $exists($states.result.engine) ? $states.result.engine : null %}',
      charge: '{% $exists($states.result.charge) ? $states.result.charge : null %}',
      ...waited,
    },
    Catch: [
      {
        ErrorEquals: ['States.ALL'],
        Output: {
          ...known,
          failure: caught(most),
          failedIn: '{% $states.context.State.Name %}',
          ...waited,
        },
        Next: failed,
      },
    ],
  }
}
