import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { RECEIPT } from '../../catalog/jobs/receipt.ts'
import { productNamed } from '../../samples/all-products.ts'
import { bust } from '../../samples/bust.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { type BuiltModel, buildModel, manifestOf } from '../engine/models/build-model.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { drop } from './drop.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob, readReceipt } from './read-job.ts'
import { startRun } from './start-run.ts'

const RECIPE = {
  steps: [
    {
      feature: '2d-vto/earring',
      parameters: { source_info: { name: '0' }, object_infos: [{ name: '0', parameter: {} }] },
      inputs: { ref: { companion: '{stem}.earring.png' } },
    },
  ],
}

/** Drops a photo into a run whose worker has one model of hair, which finds it nowhere. */
async function dropWithModel(built: Partial<BuiltModel> = {}) {
  const shape = { side: 32, channels: 3 } as const
  const planes = [9, -9].map((bias) => ({ weights: [0, 0, 0], bias }))
  const bytes = buildModel({ ...shape, planes, ...built })
  const manifest = manifestOf(bytes, shape, { classes: ['background', 'hair'], task: 'hair' })
  const folder = mkdtempSync(join(tmpdir(), 'stack-models-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, manifest.file), bytes)
  writeFileSync(join(folder, 'drawn.json'), JSON.stringify(manifest))
  const log: string[] = []
  const environment = { DARKROOM_MODELS: folder }
  const run = await startRun(environment, { onLog: (line) => void log.push(line) })
  onTestFinished(() => run.close())
  await putRecipe(run, 'ring', RECIPE)
  const reference = await drawProduct(productNamed('drop'), { scale: 1 })
  await drop(run, reference, 'drop/ring/a.earring.png')
  const { png } = await bust('maren', { width: 480, height: 540 })
  const job = await endedJob(run, (await drop(run, png, 'drop/ring/a.png')).job)
  return { job, manifest, log, receipt: () => readReceipt(run, job.id) }
}

// In `npm test` the engine names them in `used-models.test.ts`, and the worker in `generations.test.ts`.
test.runIf(isEveryCaseTried())(
  'a receipt names the model files of a task, with their hashes',
  async () => {
    const { job, manifest, receipt: read } = await dropWithModel()
    expect(job.failure).toBeUndefined()
    const receipt = await read()
    expect(z.parse(RECEIPT, receipt)).toEqual(receipt)
    const { file, sha256 } = manifest
    const model = { file, sha256, runtime: 'litert', licence: 'Apache-2.0' }
    expect(receipt.steps[0]!.tasks[0]!.charge).toEqual({ units: 1, models: [model] })
  },
  120_000,
)

test.runIf(isEveryCaseTried())(
  'a model with an operation that the runtime does not know fails the task, and the log says why',
  async () => {
    const { job, log } = await dropWithModel({ custom: 'MaxPoolingWithArgmax9D' })
    expect(job.failure?.message).toContain('RUNTIME_ERROR')
    expect(log.join('\n')).toMatch(/MaxPoolingWithArgmax9D/)
  },
  120_000,
)
