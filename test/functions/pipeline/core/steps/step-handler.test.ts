import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { THROTTLES } from '../../../../../catalog/limits/throttles.ts'
import { stepHandler } from '../../../../../functions/pipeline/core/steps/step-handler.ts'

beforeEach(() => void vi.stubEnv('PIPELINE_NAME', 'Stack/Pipeline'))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

/** What a step logs that fails with an error of this name, which the state machine must see to try it again. */
async function failing(name: string): Promise<unknown[]> {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0)
  const error = Object.assign(new Error('Too much.'), { name })
  const run = stepHandler(() => Promise.reject(error)) as unknown as (
    event: object,
    context: object,
  ) => Promise<void>
  await expect(run({ job: 'job-1' }, { awsRequestId: 'request' })).rejects.toBe(error)
  return lines.map((line) => JSON.parse(line))
}

test.each(THROTTLES)('a step that meets %s is counted as held, under its job', async (name) => {
  expect(await failing(name)).toMatchObject([
    { Pipeline: 'Stack/Pipeline', Cause: name, Held: 1, correlationId: 'job-1' },
  ])
})

test('a step that fails otherwise is not held', async () => {
  const [line] = await failing('ValidationException')
  expect(line).not.toHaveProperty('Held')
})
