import type { Size } from './blur.ts'

/**
 * A plane and the same moved by a place to each side, so that a formula finds a place's neighbours under their names. Seen
 * is what {@link interior} has: what comes of its first and last column is nobody's.
 */
export function shiftedViews(plane: Float32Array, { width, height }: Size) {
  const moved = (by: number): Float32Array => {
    const start = width + 1 + by
    return plane.subarray(start, start + width * (height - 2) - 2)
  }
  return {
    here: moved(0),
    left: moved(-1),
    right: moved(1),
    above: moved(-width),
    below: moved(width),
    aboveLeft: moved(-width - 1),
    aboveRight: moved(-width + 1),
    belowLeft: moved(width - 1),
    belowRight: moved(width + 1),
  }
}

/** A plane from its second row's second place to the last but one of the last but one, which all have neighbours. */
export function interior(plane: Float32Array, { width, height }: Size): Float32Array {
  return plane.subarray(width + 1, width * (height - 1) - 1)
}

/** Sets what has not all its neighbours to 0. */
export function clearBorder(plane: Float32Array, { width, height }: Size): void {
  plane.fill(0, 0, width)
  plane.fill(0, width * (height - 1))
  for (let y = 1; y + 1 < height; y++) {
    plane[y * width] = 0
    plane[(y + 1) * width - 1] = 0
  }
}
