/**
 * Writes the weights of Catmull-Rom interpolation (bicubic, a = -0.5; Keys 1981) of four values in a line.
 * @param t the position from the second (0) to the third (1) of them
 * @param at the index of the first weight
 */
export function catmullRomWeights(t: number, weights: Float64Array, at = 0): void {
  weights[at] = 0.5 * t * (-1 + t * (2 - t))
  weights[at + 1] = 1 + 0.5 * t * t * (-5 + 3 * t)
  weights[at + 2] = 0.5 * t * (1 + t * (4 - 3 * t))
  weights[at + 3] = 0.5 * t * t * (t - 1)
}
