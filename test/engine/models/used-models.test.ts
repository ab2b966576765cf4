import { expect, onTestFinished, test } from 'vitest'
import { boundedNet } from '../../../engine/models/bounded-net.ts'
import { secondForm, type UserModel } from '../../../engine/models/model-manifest.ts'
import type { Engine } from '../../../engine/perform.ts'
import type { UserNet } from '../../../engine/vision/vision.ts'
import { productNamed } from '../../../samples/all-products.ts'
import { bust } from '../../../samples/bust.ts'
import { drawProduct } from '../../../samples/draw-product.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { blueModel, stripedEarring } from '../product/striped-earring.ts'
import { warmEngine, warmEngineWith } from '../warm-engine.ts'
import { buildModel, manifestOf } from './build-model.ts'

/** An engine with a model file of users, which runs in a thread as `openVision` has it. */
function engineWith({ manifest, bytes }: UserModel): Engine {
  const { file, runtime } = manifest
  const net = boundedNet({ file, runtime, bytes })
  onTestFinished(() => net.close())
  return warmEngineWith([{ manifest, net } as UserNet])
}

test.runIf(isEveryCaseTried())(
  'the result of a task names the model files it was made with',
  async () => {
    const shape = { side: 32, channels: 3 } as const
    // Finds hair nowhere, which hides no jewellery.
    const planes = [9, -9].map((bias) => ({ weights: [0, 0, 0], bias }))
    const bytes = buildModel({ ...shape, planes })
    const first = manifestOf(bytes, shape, { classes: ['background', 'hair'], task: 'hair' })
    const manifest = secondForm(first)
    const { png } = await bust('maren', { width: 480, height: 540 })
    const { models } = await engineWith({ manifest, bytes }).perform({
      feature: '2d-vto/earring',
      stage: 'effect',
      params: { source_info: { name: '0' }, object_infos: [{ name: '0', parameter: {} }] },
      files: { src: png, ref: [await drawProduct(productNamed('drop'), { scale: 1 })] },
    })
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
  const engine = engineWith(model)
  const { models, output } = await engine.perform(request)
  const used = [{ file: 'blue.tflite', sha256: model.manifest.sha256 }]
  expect(models).toMatchObject(used)
  expect(output).toBeDefined()
  // What a task before has read of the same file is not taken over: its receipt names the model, too.
  expect((await engine.perform(request)).models).toMatchObject(used)
  await expect(warmEngine().perform(request)).rejects.toMatchObject({ condition: 'reference' })
})
