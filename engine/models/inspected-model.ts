/** A tensor that a model takes or gives. A side that is known only when the model runs is undefined. */
export type ModelTensor = {
  /** Empty where the format knows its tensors by their places alone. */
  name: string
  shape: (number | undefined)[]
  /** `other` is a type that pictures are not given in. */
  type: 'float32' | 'uint8' | 'other'
}

/** What a model file says of its model. */
export type InspectedModel = {
  inputs: ModelTensor[]
  outputs: ModelTensor[]
  /** Names of operations that are not of the format's own set, e.g. `MaxPoolingWithArgmax2D`. */
  customOperations: string[]
  /** Bytes that all the tensors that the file gives a size take together at most. */
  tensorBytes: number
}

/** Tensors and lists beyond this are no model of pictures. */
export const MOST = {
  listed: 20_000,
  name: 100,
  dimensions: 8,
  ends: 100,
  tensorBytes: 1_000_000_000,
} as const

/** How many values a tensor has; sides that are not known count as 1. */
export function product(shape: readonly (number | undefined)[]): number {
  return shape.reduce<number>((all, side) => all * (side ?? 1), 1)
}

/**
 * The bytes as they are told.
 * @throws Error when they are more than are run
 */
export function boundedTensorBytes(bytes: number): number {
  if (bytes <= MOST.tensorBytes) return bytes
  throw new Error(
    `Its tensors take ${Math.round(bytes / 1e6)} MB; at most ${MOST.tensorBytes / 1e6} MB are run.`,
  )
}
