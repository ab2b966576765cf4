import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { sumCosts } from '../../../../functions/operate/costs/sum-costs.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'

const plan = parseRecipe({ steps: [{ feature: 'face-lift', parameters: { type: 'auto' } }] })

async function* jobs(...ends: Partial<Job>[]) {
  for (const [at, end] of ends.entries()) {
    yield {
      id: `job-${at}`,
      attempt: 0,
      source: { bucket: 'drop', key: `drop/firm/${at}.jpg`, version: 'v', size: 1000 },
      recipe: { name: 'firm', plan },
      createdAt: '2026-01-01T00:00:00.000Z',
      finishedAt: '2026-01-01T00:00:05.000Z',
      trail: { steps: [], states: [] },
      ...end,
    } as Job
  }
}

test('a file that did not suit is counted as refused, came it back or not, and not as failed', async () => {
  const failure = { state: 'Prepare', retryable: false, words: '' }
  const found = await sumCosts(
    jobs(
      { status: 'succeeded' },
      { status: 'succeeded', refused: { step: 0, code: 'NoTarget', words: 'Nobody.' } },
      { status: 'failed', failure: { ...failure, code: 'SourceUnfit', message: 'A raw file.' } },
      { status: 'failed', failure: { ...failure, code: 'TaskBroke', message: 'It broke.' } },
      { status: 'running' },
    ),
  )
  expect(found['firm']).toMatchObject({ jobs: 4, failed: 1, refused: 2, parked: 0 })
})
