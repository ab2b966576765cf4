import { type OpenTaskDeps, openTask } from '../inbox/open-task.ts'
import { callbackKey } from '../ports/inbox.ts'
import type { Jobs } from '../ports/job.ts'
import type { Objects } from '../ports/objects.ts'
import { loadStep } from '../steps/load-step.ts'
import { type PreviousTask, resolveSource, sourceField } from '../steps/resolve-source.ts'

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
export async function preProcess(input: PreProcessInput, deps: PreProcessDeps): Promise<void> {
  const at = await loadStep(input.job, input.step, deps.jobs)
  if (!at.detects) return deps.tokens.succeed(input.token, { taskId: null, status: 'success' })
  const source = await resolveSource(at, input.previous, deps)
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
