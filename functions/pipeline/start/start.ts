import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import { Failure } from '../../../catalog/failure.ts'
import type { Job, Jobs } from '../jobs/job.ts'
import type { Objects } from '../objects/objects.ts'
import { droppedObject, recipeOf } from './dropped-object.ts'
import { executionName } from './execution-name.ts'
import { loadRecipe } from './load-recipe.ts'

export type StartDeps = {
  jobs: Jobs
  objects: Objects
  sfn: Pick<SFNClient, 'send'>
  stateMachineArn: string
  now: () => number
}

/** What became of one message. */
export type Started = { job?: string; outcome: 'started' | 'duplicate' | 'ignored' }

/**
 * Begins the one job of a dropped object version. The job's record is written first and holds the recipe as it was
 * then, so a recipe edited later changes only later drops; a redelivered event finds both and changes nothing.
 */
export const start = async (message: string, deps: StartDeps): Promise<Started> => {
  const source = droppedObject(message)
  if (!source) return { outcome: 'ignored' }
  const recipe = recipeOf(source.key)
  const id = executionName(source, recipe)
  await deps.jobs.create({
    id,
    status: 'running',
    source,
    createdAt: new Date(deps.now()).toISOString(),
    ...(await planOf(recipe, source.bucket, deps)),
  })
  return { job: id, outcome: (await run(id, deps)) ? 'started' : 'duplicate' }
}

/** An unusable recipe still makes a job, which then fails with the reason: nothing dropped may vanish. */
const planOf = async (
  name: string,
  bucket: string,
  { objects }: StartDeps,
): Promise<Pick<Job, 'recipe' | 'refusal'>> => {
  try {
    return { recipe: { name, ...(await loadRecipe(name, { objects, bucket })) } }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { recipe: { name }, refusal: { code: error.code, message: error.message } }
  }
}

const run = async (name: string, { sfn, jobs, stateMachineArn }: StartDeps): Promise<boolean> => {
  // From the record, not from this delivery: two deliveries must start the very same execution.
  const job = await jobs.get(name)
  const input = {
    job: name,
    source: job?.source,
    timeoutSeconds: job?.recipe.plan?.timeoutSeconds ?? 900,
    attempt: 0,
  }
  try {
    await sfn.send(
      new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }),
    )
    return true
  } catch (error) {
    if (error instanceof ExecutionAlreadyExists) return false
    throw error
  }
}
