import { expect, test } from 'vitest'
import { secondForm } from '../../../engine/models/model-manifest.ts'
import { openEngine } from '../../../engine/perform.ts'
import { productNamed } from '../../../samples/all-products.ts'
import { bust } from '../../../samples/bust.ts'
import { drawProduct } from '../../../samples/draw-product.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { blueModel, stripedEarring } from '../product/striped-earring.ts'
import { buildModel, manifestOf } from './build-model.ts'

test.runIf(isEveryCaseTried())(
  'the result of a task names the model files it was made with',
  async () => {
    const shape = { side: 32, channels: 3 } as const
    // Finds hair nowhere, which hides no jewellery.
    const planes = [9, -9].map((bias) => ({ weights: [0, 0, 0], bias }))
    const bytes = buildModel({ ...shape, planes })
    const first = manifestOf(bytes, shape, { classes: ['background', 'hair'], task: 'hair' })
    const manifest = secondForm(first)
    const engine = openEngine({ models: async () => [{ manifest, bytes }] })
    const { png } = await bust('maren', { width: 480, height: 540 })
    const { models } = await engine.perform({
      feature: '2d-vto/earring',
      stage: 'effect',
      params: { source_info: { name: '0' }, object_infos: [{ name: '0', parameter: {} }] },
      files: { src: png, ref: [await drawProduct(productNamed('drop'), { scale: 1 })] },
    })
    await engine.close()
    const { file, sha256 } = manifest
    expect(models).toEqual([{ file, sha256, runtime: 'litert', licence: 'Apache-2.0' }])
  },
)

test('an earring on a striped ground is worn with a matting file, and refused without', async () => {
  const { striped } = await stripedEarring()
  const { png } = await bust('maren', { width: 480, height: 540 })
  const request = {
    feature: '2d-vto/earring',
    stage: 'effect' as const,
    params: { source_info: { name: '0' }, object_infos: [{ name: '0', parameter: {} }] },
    files: { src: png, ref: [striped] },
  }
  const model = blueModel()
  const engine = openEngine({ models: async () => [model] })
  const { models, output } = await engine.perform(request)
  const used = [{ file: 'blue.tflite', sha256: model.manifest.sha256 }]
  expect(models).toMatchObject(used)
  expect(output).toBeDefined()
  // What a task before has read of the same file is not taken over: its receipt names the model, too.
  expect((await engine.perform(request)).models).toMatchObject(used)
  const vision = async () => ({ ...(await engine.vision()), userNets: [] })
  const without = openEngine({ vision })
  await expect(without.perform(request)).rejects.toMatchObject({ condition: 'reference' })
  await engine.close()
})
