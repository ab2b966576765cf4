import { Tensor } from '@litertjs/core'
import { afterEach, describe, expect, it } from 'vitest'
import { extractSubgraph } from '../../../../engine/vision/load/extract-subgraph.ts'
import { MODELS } from '../../../../engine/vision/load/models.ts'
import { openNodeRuntime } from '../../../../engine/vision/load/open-node-runtime.ts'
import type { Runtime } from '../../../../engine/vision/load/runtime.ts'
import { readModel } from './read-model.ts'

let runtime: Runtime | undefined
afterEach(() => runtime?.close())

async function run(model: Uint8Array, ...inputs: { data: Float32Array; shape: number[] }[]) {
  runtime ??= await openNodeRuntime()
  const { liteRt, exclusive } = runtime
  return exclusive(async () => {
    const compiled = await liteRt.loadAndCompile(model, { accelerator: 'wasm' })
    const tensors = inputs.map(({ data, shape }) => new Tensor(data, shape))
    const outputs = await compiled.run(tensors)
    return outputs.map((output) => (output.toTypedArray() as Float32Array).slice())
  })
}

const FACE = { data: new Float32Array(192 * 192 * 3).fill(0.4), shape: [1, 192, 192, 3] }

describe('extractSubgraph', () => {
  it('makes parts run of a model that cannot run whole, with outputs in the given order', async () => {
    const whole = await readModel(MODELS.faceMesh)
    await expect(run(whole, FACE)).rejects.toThrow('unresolved custom op')
    const mesh = await run(extractSubgraph(whole, MODELS.faceMesh.subgraph), FACE)
    expect(mesh.map(({ length }) => length)).toEqual([468 * 3, 48 * 48 * 32, 1])
    const cut = () => ({ data: new Float32Array(16 * 16 * 32), shape: [1, 16, 16, 32] })
    const detail = await run(
      extractSubgraph(whole, MODELS.faceDetail.subgraph),
      cut(),
      cut(),
      cut(),
    )
    expect(detail.map(({ length }) => length)).toEqual([160, 142, 10, 142, 10])
  })

  it('does not change the model', async () => {
    const whole = Uint8Array.from(await readModel(MODELS.faceMesh))
    const before = whole.slice()
    extractSubgraph(whole, MODELS.faceMesh.subgraph)
    expect(Buffer.compare(whole, before)).toBe(0)
  })
})
