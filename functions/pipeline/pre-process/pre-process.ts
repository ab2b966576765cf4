import { callbackKey } from '../inbox/inbox.ts'
import { type OpenTaskDeps, openTask } from '../inbox/open-task.ts'
import type { Jobs } from '../jobs/job.ts'
import type { Objects } from '../objects/objects.ts'
import { type PreviousTask, sourceField, sourceFile } from '../steps/source-file.ts'
import { stepOf } from '../steps/step-of.ts'

export type PreProcessInput = {
  token: string
  order: number
  job: string
  step: number
  attempt: number
  previous: PreviousTask | null
}

export type PreProcessDeps = OpenTaskDeps & { jobs: Jobs; objects: Objects }

/**
 * Creates the detection task of a step and lets the state wait for it. A step that needs nobody found (its feature
 * works on no one of several, or the recipe names an index) settles at once.
 */
export const preProcess = async (input: PreProcessInput, deps: PreProcessDeps): Promise<void> => {
  const at = await stepOf(input.job, input.step, deps.jobs)
  if (!at.detects) return deps.tokens.succeed(input.token, { taskId: null, status: 'success' })
  const source = await sourceFile(at, input.previous, deps)
  await openTask(
    {
      key: callbackKey({ ...input, stage: 'pre-process', target: 0 }),
      token: input.token,
      order: input.order,
      feature: at.feature,
      stage: 'pre-process',
      request: sourceField(source),
      timeoutSeconds: at.plan.timeoutSeconds,
    },
    deps,
  )
}
