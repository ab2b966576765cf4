import { callbackKey } from '../inbox/inbox.ts'
import { type OpenTaskDeps, openTask } from '../inbox/open-task.ts'
import type { Jobs } from '../jobs/job.ts'
import type { Objects } from '../objects/objects.ts'
import { type PreviousTask, sourceUrl } from '../steps/source-url.ts'
import { stepOf } from '../steps/step-of.ts'

export type CreateTaskInput = {
  token: string
  job: string
  step: number
  attempt: number
  previous: PreviousTask | null
  target: { index: number }
}

export type CreateTaskDeps = OpenTaskDeps & { jobs: Jobs; objects: Objects }

/** Creates the effect task of one target and lets the state wait for it. */
export const createTask = async (input: CreateTaskInput, deps: CreateTaskDeps): Promise<void> => {
  const at = await stepOf(input.job, input.step, deps.jobs)
  await openTask(
    {
      key: callbackKey({ ...input, stage: 'effect', target: input.target.index }),
      token: input.token,
      feature: at.feature,
      stage: 'effect',
      request: {
        src_file_url: await sourceUrl(at, input.previous, deps),
        ...at.step.parameters,
        ...(at.feature.preProcess && { index: input.target.index }),
      },
    },
    deps,
  )
}
