import { lowerQuantileOrZero } from '../geometry/quantile.ts'
import { type Level, sourceCentres } from './level.ts'
import { PATCH_RADIUS } from './patch-distance.ts'
import { QUARTILES_APART, TEXTURE_SAMPLES } from './tuning.ts'

/** What patches around a target are usually like. */
export type TextureStatistics = {
  /** The median variance within a patch, squared levels: high where all is texture. */
  variance: number
  /** By how much the means of patches differ, squared levels: low where all is one texture. */
  spread: number
  /** The median of the patches' means, for each channel. */
  median: readonly [number, number, number]
}

/** Measures the known patches of a level. Medians, so that a few objects beside a texture count for nothing. */
export function textureStatistics(level: Level): TextureStatistics {
  const { width, rgb } = level
  const isSource = sourceCentres(level, PATCH_RADIUS)
  const sources: number[] = []
  for (let i = 0; i < isSource.length; i++) if (isSource[i]) sources.push(i)
  const step = Math.max(1, Math.floor(sources.length / TEXTURE_SAMPLES))
  const variances: number[] = []
  const means: number[][] = [[], [], []]
  for (let n = 0; n < sources.length; n += step) {
    let variance = 0
    for (let c = 0; c < 3; c++) {
      let [sum, squares, count] = [0, 0, 0]
      for (let y = -PATCH_RADIUS; y <= PATCH_RADIUS; y++) {
        for (let x = -PATCH_RADIUS; x <= PATCH_RADIUS; x++, count++) {
          const value = rgb[3 * (sources[n]! + y * width + x) + c]!
          sum += value
          squares += value * value
        }
      }
      variance += (squares / count - (sum / count) ** 2) / 3
      means[c]!.push(sum / count)
    }
    variances.push(variance)
  }
  const spreads = means.map(
    (all) => (lowerQuantileOrZero(all, 3 / 4) - lowerQuantileOrZero(all, 1 / 4)) / QUARTILES_APART,
  )
  const [r = 0, g = 0, b = 0] = means.map((all) => lowerQuantileOrZero(all, 0.5))
  return {
    variance: lowerQuantileOrZero(variances, 0.5),
    spread: spreads.reduce((sum, own) => sum + (own * own) / 3, 0),
    median: [r, g, b],
  }
}
