import { createHash } from 'node:crypto'
import { type InspectedModel, inspectTflite, type ModelTensor, product } from './inspect-tflite.ts'
import type { ModelManifest } from './model-manifest.ts'

/**
 * Checks that a file is the one its manifest describes, and that its tensors are as the manifest says.
 * @throws Error that names the field, what it says and what the file has
 */
export function checkModel(bytes: Uint8Array, manifest: ModelManifest): InspectedModel {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== manifest.sha256) {
    throw new Error(`sha256 is ${manifest.sha256}, but the file’s is ${sha256}.`)
  }
  const model = inspectTflite(bytes)
  const { input, output } = manifest
  requireTensor('input', model.inputs, [1, input.height, input.width, input.channels])
  requireTensor('output', model.outputs, [1, output.height, output.width, output.classes.length])
  if (output.width * input.height !== output.height * input.width) {
    throw new Error('output.width : output.height is not the ratio of the input.')
  }
  const repeated = output.classes.find((name, n) => output.classes.indexOf(name) < n)
  if (repeated !== undefined) throw new Error(`output.classes names ${repeated} twice.`)
  if (manifest.task === 'hair' && !output.classes.includes('hair')) {
    throw new Error('output.classes lacks hair, which a model of the task hair finds.')
  }
  return model
}

function requireTensor(field: string, tensors: readonly ModelTensor[], shape: number[]): void {
  const [tensor] = tensors
  if (!tensor || tensors.length > 1) {
    throw new Error(`The model has ${tensors.length} ${field}s; one is supported.`)
  }
  if (!tensor.float) throw new Error(`The model’s ${field} is not of 32-bit floats.`)
  const same = tensor.shape.length === shape.length && tensor.shape.every((n, i) => n === shape[i])
  // A single plane is written with or without its last dimension.
  const plane = shape.at(-1) === 1 && product(tensor.shape) === product(shape)
  if (!same && !plane) {
    throw new Error(
      `${field} says ${shape.join(' × ')}, but the model has ${tensor.shape.join(' × ')}.`,
    )
  }
}
