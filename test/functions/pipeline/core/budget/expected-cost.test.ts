import { expect, test } from 'vitest'
import { parseBudget } from '../../../../../catalog/costs/budget.ts'
import { parseRecipe } from '../../../../../catalog/recipe/judge/parse-recipe.ts'
import { expectedCost } from '../../../../../functions/pipeline/core/budget/expected-cost.ts'
import type { Job } from '../../../../../functions/pipeline/core/ports/job.ts'

const slim = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }
function job(recipe: unknown, changes: Partial<Job> = {}): Job {
  return {
    id: 'job-1',
    status: 'running',
    attempt: 0,
    createdAt: '2026-01-01T00:00:00.000Z',
    source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v', size: 2_000_000 },
    recipe: { name: 'slim', plan: parseRecipe(recipe) },
    ...changes,
  }
}

test.each([
  ['one effect', { steps: [slim] }, 1],
  ['two steps', { steps: [slim, slim] }, 2],
  ['everybody', { steps: [{ ...slim, target: 'all' }] }, 20],
  [
    'a clip of five seconds',
    {
      steps: [
        {
          feature: 'image-to-video',
          parameters: { template_id: 'push_in', dst_duration: 5, mode: 'std' },
        },
      ],
    },
    15,
  ],
  [
    'a video of unknown length',
    { steps: [{ feature: 'bg-replace-vid', inputs: { ref: { object: 'inputs/a.png' } } }] },
    1200,
  ],
])('the most that %s may cost, in units', (_, recipe, units) => {
  expect(expectedCost(job(recipe)).units).toBe(units)
})

test('the dollars include the units where their price is known', () => {
  const recipe = { steps: [slim], prepare: 'none' }
  const { dollars } = expectedCost(job(recipe))
  expect(dollars).toBeGreaterThan(0.0001)
  expect(dollars).toBeLessThan(0.001)
  const priced = expectedCost(job(recipe, { unitPrice: 0.05 }))
  expect(priced.dollars - dollars).toBeCloseTo(0.05, 8)
})

test.each([
  ['{"units":500,"recipes":{"slim":{"dollars":1.5}}}', true],
  ['{}', true],
  ['{"units":-1}', false],
  ['{"unit":1}', false],
  ['{"recipes":{"No Name":{}}}', false],
  ['units=5', false],
])('%s is a valid budget: %s', (text, good) => {
  if (good) expect(parseBudget(text)).toEqual(JSON.parse(text))
  else expect(() => parseBudget(text)).toThrow(/^budget.* must be like/)
})

test('a picture that may have to be prepared may cost two minutes of the engine more', () => {
  const [plain, prepared] = [{ prepare: 'none' }, {}].map(
    (more) => expectedCost(job({ steps: [slim], ...more })).dollars,
  )
  const gbSeconds = (2 * 60 * 3008) / 1024
  expect((prepared ?? 0) - (plain ?? 0)).toBeGreaterThan(gbSeconds * 0.0000133334)
  expect((prepared ?? 0) - (plain ?? 0)).toBeLessThan(gbSeconds * 0.0000133334 + 0.0002)
})

test.each([
  ['push_in', 'std', 0],
  ['come_alive', 'std', 3.75],
  ['come_alive', 'pro', 7.5],
])('the template %s in %s may cost %d dollars of a generator', (template_id, mode, most) => {
  const parameters = { template_id, dst_duration: 5, mode }
  const recipe = { steps: [{ feature: 'image-to-video', parameters }] }
  const alone = expectedCost(job(recipe)).dollars
  expect(expectedCost(job(recipe, { generatorPrice: 0.08 })).dollars - alone).toBeCloseTo(most, 6)
})

test('a feature that is in the catalogue no more is expected to cost no units', () => {
  const known = job({ steps: [slim, slim], prepare: 'none' })
  const { plan } = known.recipe
  const [first, second] = plan!.steps
  const steps = [first!, { ...second!, feature: 'gone' }]
  expect(
    expectedCost({ ...known, recipe: { name: 'slim', plan: { ...plan!, steps } } }).units,
  ).toBe(1)
})
