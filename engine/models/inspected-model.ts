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
} as const

/** How many values a tensor has; sides that are not known count as 1. */
export function product(shape: readonly (number | undefined)[]): number {
  return shape.reduce<number>((all, side) => all * (side ?? 1), 1)
}

/**
 * The bytes as they are told.
 * @param megabytes that a model may have
 * @throws Error when they are more
 */
export function boundedTensorBytes(bytes: number, megabytes: number): number {
  if (bytes <= 1e6 * megabytes) return bytes
  throw new Error(
    `Its tensors take ${Math.ceil(bytes / 1e6)} MB, too large for this runtime, which may have ${megabytes} MB ` +
      '(DARKROOM_MODELS_MEGABYTES).',
  )
}
