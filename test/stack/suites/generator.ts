import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { RECEIPT } from '../../../catalog/jobs/receipt.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { dropDressed, dropExtended, dropReplaced, redAt } from '../drop-generated.ts'
import { readReceipt } from '../read-job.ts'
import { GENERATOR_KEY, tracedRun } from '../traced-run.ts'

test('a server with OpenAI’s interface replaces and extends dropped photos, with receipts', async () => {
  const { run, generator, lines } = await tracedRun()
  const replaced = await dropReplaced(run)
  expect(replaced.failure).toBeUndefined()
  expect(await redAt(run, replaced.results![0]!, 120, 80)).toBe(true)
  expect(await redAt(run, replaced.results![0]!, 20, 20)).toBe(false)
  const asked = generator.painted.find(({ fields }) => fields['prompt'] === 'a ship in a bottle')
  expect(asked).toMatchObject({
    path: '/v1/images/edits',
    authorization: `Bearer ${GENERATOR_KEY}`,
    fields: { model: 'own/painter-2' },
  })
  const receipt = await readReceipt(run, replaced.id)
  expect(z.parse(RECEIPT, receipt)).toEqual(receipt)
  const generations = [{ generator: 'openai', operation: 'fill', model: 'own-1', dollars: 0.02 }]
  expect(receipt.steps[0]!.tasks[0]!.charge).toEqual({ units: 1, generations })
  expect(receipt.cost.dollars).toMatchObject({ generator: 0.02 })
  expect(replaced.results![0]).toMatchObject({
    digitalSource: 'compositeWithTrainedAlgorithmicMedia',
  })

  expect(lines.length).toBeGreaterThan(10)
  expect(JSON.stringify(lines)).not.toContain(GENERATOR_KEY)
  // `openai-generator.test.ts` has the sample of what it extends, `cloth-generator.test.ts` of what it dresses.
  if (!isEveryCaseTried()) return
  const extended = await dropExtended(run, 'a')
  expect(extended.failure).toBeUndefined()
  expect(await redAt(run, extended.results![0]!, 30, 30)).toBe(true)
  expect(await redAt(run, extended.results![0]!, 240, 160)).toBe(false)
  const dressed = await dropDressed(run)
  expect(dressed.failure).toBeUndefined()
  expect(await redAt(run, dressed.results![0]!, 205, 430)).toBe(true)
  expect(await redAt(run, dressed.results![0]!, 225, 120)).toBe(false)
  const worn = generator.painted.find(({ fields }) =>
    /wearing: .* shorts/.test(String(fields['prompt'])),
  )
  expect(worn).toMatchObject({ path: '/v1/images/edits' })
  const { steps, cost } = await readReceipt(run, dressed.id)
  expect(steps[0]!.tasks[0]!.charge).toEqual({ units: 2, generations })
  expect(cost.dollars).toMatchObject({ generator: 0.02 })
  expect(JSON.stringify(lines)).not.toContain(GENERATOR_KEY)
})
