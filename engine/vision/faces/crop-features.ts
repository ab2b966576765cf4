import { blendStops, stopClamped } from '../../geometry/sample.ts'
import { FEATURE_CROP_SCALE } from '../tuning.ts'
/**
 * A rotated rectangle over the mesh network's input of 192 × 192 pixels, as the affine map of its own 16 × 16 cells:
 * x = a·u + b·v + x0, y = c·u + d·v + y0.
 */
export type FeatureCrop = { a: number; b: number; c: number; d: number; x0: number; y0: number }

/** The mesh network turns 192 × 192 pixels into 48 × 48 features of 32 channels. */
const INPUT = 192
const GRID = 48
const CHANNELS = 32
/** Cells along the side of a crop. */
const CELLS = 16

/**
 * The crop around some landmarks of a mesh, with its x axis along the line between two of them (the model's operation
 * `Landmarks2TransformMatrix`, version 2).
 * @param mesh x, y, z of each landmark, in input pixels
 * @param from the landmark where the x axis starts
 * @param to the landmark it points at
 */
export function cropAround(
  mesh: Float32Array,
  landmarks: readonly number[],
  from: number,
  to: number,
): FeatureCrop {
  const angle = Math.atan2(mesh[to * 3 + 1]! - mesh[from * 3 + 1]!, mesh[to * 3]! - mesh[from * 3]!)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const along = landmarks.map((at) => mesh[at * 3]! * cos + mesh[at * 3 + 1]! * sin)
  const across = landmarks.map((at) => mesh[at * 3 + 1]! * cos - mesh[at * 3]! * sin)
  const u = { low: Math.min(...along), high: Math.max(...along) }
  const v = { low: Math.min(...across), high: Math.max(...across) }
  const stepU = ((u.high - u.low) * FEATURE_CROP_SCALE) / CELLS
  const stepV = ((v.high - v.low) * FEATURE_CROP_SCALE) / CELLS
  const middleU = (u.low + u.high) / 2 - (stepU * CELLS) / 2
  const middleV = (v.low + v.high) / 2 - (stepV * CELLS) / 2
  return {
    a: stepU * cos,
    b: -stepV * sin,
    c: stepU * sin,
    d: stepV * cos,
    x0: middleU * cos - middleV * sin,
    y0: middleU * sin + middleV * cos,
  }
}

/**
 * Samples the features in a crop, bilinearly between the centres of their cells (the model's operation
 * `TransformTensorBilinear`, version 2). Outside the features they are 0.
 * @returns 16 × 16 × 32 values
 */
export function cropFeatures(
  features: Float32Array,
  { a, b, c, d, x0, y0 }: FeatureCrop,
): Float32Array {
  const out = new Float32Array(CELLS * CELLS * CHANNELS)
  const scale = GRID / INPUT
  for (let row = 0, to = 0; row < CELLS; row++) {
    for (let column = 0; column < CELLS; column++, to += CHANNELS) {
      const x = (a * (column + 0.5) + b * (row + 0.5) + x0) * scale - 0.5
      const y = (c * (column + 0.5) + d * (row + 0.5) + y0) * scale - 0.5
      if (x < 0 || y < 0 || x > GRID - 1 || y > GRID - 1) continue
      sampleCell(features, x, y, out, to)
    }
  }
  return out
}

/** Writes the 32 channels at (`x`, `y`), in cells of the features. */
function sampleCell(
  features: Float32Array,
  x: number,
  y: number,
  out: Float32Array,
  to: number,
): void {
  const [column, row] = [stopClamped(x, GRID), stopClamped(y, GRID)]
  for (let n = 0; n < CHANNELS; n++) {
    out[to + n] = blendStops(features, GRID, column, row, CHANNELS, n)
  }
}
