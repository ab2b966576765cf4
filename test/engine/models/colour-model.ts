import { integers, node, onnxFile, tensor, value } from './build-onnx.ts'

/** Pixels along each side of its picture. */
export const COLOUR_SIDE = 256

/** A range of hues: red less blue, as a share of red, green and blue together. */
export type Hues = { from: number; to: number }

/** By how much a value of 1 out of 255 above the range's ends raises what becomes a probability. */
const GAIN = 0.4

/**
 * Builds a small network that marks a range of hues, whatever their light: two weighted sums of red, green and blue, of
 * which the lesser counts. It takes levels of 0 to 255, and its values become probabilities by `sigmoid`.
 */
export function buildColourModel({ from, to }: Hues): Uint8Array {
  const above = [1 - from, -from, -1 - from]
  const below = [to - 1, to, to + 1]
  const weights = [...above, ...below].map((weight) => GAIN * weight)
  return onnxFile([
    [1, node('Conv', ['picture', 'weights'], ['ends'])],
    [1, node('ReduceMin', ['ends'], ['planes'], [integers('axes', [1])])],
    [5, tensor('weights', [2, 3, 1, 1], weights)],
    [11, value('picture', [1, 3, COLOUR_SIDE, COLOUR_SIDE])],
    [12, value('planes', [1, 1, COLOUR_SIDE, COLOUR_SIDE])],
  ])
}
