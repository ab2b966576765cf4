import type { RoughMatte } from '../../video/matting/matte-track.ts'
import { type Region, shrinkFrame } from '../../video/shrink-frame.ts'
import type { Frame } from '../../video/video-info.ts'
import { type Levels, meanLevels } from './match-light.ts'
import { LEAST_PEOPLE, SURELY_BACKGROUND, SURELY_SOMEBODY } from './tuning.ts'

/** What light people stood in, and what light they come into: means of both backgrounds. */
export type Light = { old: Levels; background: Levels }

/** The light of a frame with people, whose matte is `alpha`; undefined where there are too few to be anybody. */
export function readLight(
  frame: Frame,
  background: Frame,
  { region, small }: Pick<RoughMatte, 'region' | 'small'>,
  alpha: Float32Array,
): Light | undefined {
  if (shareOfFrame(alpha, region, frame) < LEAST_PEOPLE) return undefined
  const behind = shrinkFrame(background, small.width, small.height)
  return {
    old: meanLevels(small, (at) => alpha[at]! < SURELY_BACKGROUND),
    background: meanLevels(behind, () => true),
  }
}

/** Whether the matte of a frame surely shows somebody, be it in one cell. */
export function isAnybodyIn(alpha: Float32Array): boolean {
  return alpha.some((share) => share > SURELY_SOMEBODY)
}

/** The share of a frame that people fill. */
function shareOfFrame(alpha: Float32Array, region: Region, { width, height }: Frame): number {
  let sum = 0
  for (const value of alpha) sum += value
  return ((sum / alpha.length) * region.width * region.height) / (width * height)
}
