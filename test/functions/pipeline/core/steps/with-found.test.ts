import { expect, onTestFinished, test, vi } from 'vitest'
import { parseRecipe } from '../../../../../catalog/recipe/judge/parse-recipe.ts'
import { log } from '../../../../../functions/log.ts'
import { withFound } from '../../../../../functions/pipeline/core/steps/with-found.ts'

const PLAN = parseRecipe({
  steps: [{ feature: 'body-reshape', parameters: { features: { slim: 1 } } }],
})
const BOX = { left: 1, top: 2, width: 30, height: 40 }
const SENT = { preparation: { sent: { width: 80, height: 60 } } } as never
const LEFT = { step: 0, detection: 'found-1', prepared: SENT }

/** What is known of a step that broke off, where the service says this of its detection. */
async function left(unfinished: object | null | undefined, status: object | Error = {}) {
  const asked: unknown[] = []
  const deps = {
    jobs: { get: async () => ({ id: 'job-1', source: { key: 'a' }, recipe: { plan: PLAN } }) },
    provider: {
      status: async ({ name }: { name: string }, ...given: unknown[]) => {
        asked.push([name, ...given])
        if (status instanceof Error) throw status
        return status
      },
    },
  }
  const told = await withFound('job-1', { unfinished: unfinished as never }, deps as never)
  return { told, asked }
}

test('whom a detection found is asked for where nobody noted it', async () => {
  const { told, asked } = await left(LEFT, {
    task_status: 'success',
    results: { result: [BOX] },
  })
  const found = { width: 80, height: 60, boxes: [[1, 2, 30, 40]] }
  expect(told).toEqual({ unfinished: { ...LEFT, found } })
  expect(asked).toEqual([['body-reshape', 'pre-process', 'found-1', 'job-1']])
})

test('nobody is asked where it is noted, or no step broke off', async () => {
  const noted = { ...LEFT, found: { width: 1, height: 1, boxes: [] } }
  expect(await left(noted)).toEqual({ told: { unfinished: noted }, asked: [] })
  expect(await left(null)).toEqual({ told: {}, asked: [] })
  expect(await left(undefined)).toEqual({ told: {}, asked: [] })
})

test('a step stays as it was where the service cannot tell', async () => {
  const info = vi.spyOn(log, 'info').mockReturnValue()
  onTestFinished(() => info.mockRestore())
  for (const status of [{ task_status: 'error', error: 'x' }, new Error('away')]) {
    expect((await left(LEFT, status)).told).toEqual({ unfinished: LEFT })
  }
  expect(info).toHaveBeenCalledTimes(2)
  // It found nobody.
  expect((await left(LEFT, { task_status: 'success' })).told).toEqual({ unfinished: LEFT })
  expect(info).toHaveBeenCalledTimes(2)
})
