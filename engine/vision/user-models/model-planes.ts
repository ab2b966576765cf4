import type { Size } from '../../geometry/size.ts'
import type { ModelPicture } from '../../models/model-manifest.ts'
import type { ModelOutput } from '../../models/model-net.ts'
import { sigmoid } from '../vision.ts'

/** The planes of a model's output, each row by row. */
export type ModelPlanes = Size & { planes: Float32Array[] }

/** How values become probabilities. */
export type Activation = 'softmax' | 'sigmoid' | 'none'

/**
 * The planes of an output, in the order of its channels. An output without a channel has one plane.
 * @param file for messages
 * @throws Error when the output is no picture, or has values that are no numbers everywhere
 */
export function modelPlanes(
  { shape, values }: ModelOutput,
  layout: ModelPicture['layout'],
  file: string,
): ModelPlanes {
  const sides = shape.length === 4 && shape[0] === 1 ? shape.slice(1) : shape
  const [a = 0, b = 0, c = 0] = sides.length === 2 ? withChannel(sides, layout) : sides
  const [channels, height, width] = layout === 'nchw' ? [a, b, c] : [c, a, b]
  const count = width * height
  if (sides.length > 3 || count === 0 || values.length !== count * channels) {
    throw new Error(`${file} gave ${shape.join(' × ')} values, which are no planes.`)
  }
  const planes = Array.from({ length: channels }, (_, channel) => {
    const plane = new Float32Array(count)
    for (let i = 0; i < count; i++) {
      plane[i] = values[layout === 'nchw' ? channel * count + i : i * channels + channel]!
    }
    return plane
  })
  return { width, height, planes }
}

/** The planes as probabilities, 0–1; what is no number is 0. */
export function activate(planes: readonly Float32Array[], activation: Activation): Float32Array[] {
  const count = planes[0]!.length
  const activated = planes.map((plane) => plane.slice())
  if (activation === 'softmax') {
    for (let i = 0; i < count; i++) {
      const most = planes.reduce(
        (high, plane) => Math.max(high, plane[i]!),
        Number.NEGATIVE_INFINITY,
      )
      let sum = 0
      for (const plane of activated) sum += plane[i] = Math.exp(plane[i]! - most)
      for (const plane of activated) plane[i] = plane[i]! / sum
    }
  }
  for (const plane of activated) {
    if (activation === 'sigmoid') for (let i = 0; i < count; i++) plane[i] = sigmoid(plane[i]!)
    for (let i = 0; i < count; i++) plane[i] = probability(plane[i]!)
  }
  return activated
}

function probability(value: number): number {
  return Number.isFinite(value) ? Math.min(1, Math.max(0, value)) : 0
}

function withChannel(sides: readonly number[], layout: ModelPicture['layout']): number[] {
  return layout === 'nchw' ? [1, ...sides] : [...sides, 1]
}
