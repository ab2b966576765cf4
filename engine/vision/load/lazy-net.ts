import { type CompiledModel, Tensor } from '@litertjs/core'
import type { Net } from '../vision.ts'
import type { Runtime } from './runtime.ts'

/** A network whose memory can be released. */
export type UnloadableNet = Net & {
  /** Releases the memory after the runs that are queued; a later run reads the model again. */
  unload(): Promise<void>
  /** Releases the memory; running the network afterwards throws. */
  close(): void
}

/**
 * Creates a network that is read and compiled at its first run.
 * @param shapes of the input tensors
 * @param read returns the model in TFLite format; a run throws what it throws
 */
export function lazyNet(
  { liteRt, exclusive }: Runtime,
  shapes: readonly (readonly number[])[],
  read: () => Promise<Uint8Array>,
): UnloadableNet {
  let model: CompiledModel | undefined
  let closed = false
  const drop = (): void => {
    model?.delete()
    model = undefined
  }
  return {
    run: (...inputs) =>
      exclusive(async () => {
        if (closed) throw new Error('The models are closed.')
        model ??= await liteRt.loadAndCompile(await read(), { accelerator: 'wasm' })
        return runOnce(model, inputs, shapes)
      }),
    unload: () => exclusive(async () => drop()),
    close: () => {
      closed = true
      drop()
    },
  }
}

/**
 * Runs the model and frees every tensor, because the WebAssembly heap is not garbage collected; outputs are copied.
 */
async function runOnce(
  model: CompiledModel,
  inputs: readonly Float32Array[],
  shapes: readonly (readonly number[])[],
): Promise<Float32Array[]> {
  const tensors = shapes.map((shape, n) => new Tensor(inputs[n] ?? new Float32Array(), [...shape]))
  try {
    const outputs = await model.run(tensors)
    return outputs.map((output) => {
      const copy = output.toTypedArray() as Float32Array
      output.delete()
      return copy
    })
  } finally {
    for (const tensor of tensors) tensor.delete()
  }
}
