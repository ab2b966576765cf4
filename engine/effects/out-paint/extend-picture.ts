import { blendGradients } from '../../fill/blend-gradients.ts'
import { continueLines } from '../../fill/continue-lines.ts'
import { correctSeam } from '../../fill/correct-seam.ts'
import type { Level } from '../../fill/level.ts'
import type { Matches } from '../../fill/patch-match.ts'
import { softenPoorMatches } from '../../fill/soften-poor-matches.ts'
import { debugPlane } from '../../raster/debug.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { calmBase, paintBase } from './calm-base.ts'
import { type Calmed, composeMargin } from './compose-margin.ts'
import { partAtHorizon } from './find-horizon.ts'
import { guardThings } from './guard-things.ts'
import { marginLevel, markOccluded } from './margin-level.ts'
import { matchMargin } from './match-margin.ts'
import { paintMargin } from './paint-margin.ts'
import { sideStationarity } from './side-stationarity.ts'
import { tornSides } from './torn-sides.ts'
import { PICTURE_BLENDED, PICTURE_LINED, PICTURE_ROOM, SEAM_HALF_LIFE } from './tuning.ts'

/** A canvas whose margin is filled. */
export type Extended = {
  picture: Picture
  /** Where the margin shows continued colour for want of anything better. */
  calmed: Calmed
  /** Where the margin does not join the picture. */
  torn: Calmed
}

/**
 * Fills the transparent margin of a canvas so that it continues the picture on it. The picture's own pixels stay.
 * @param canvas changed in place
 * @param guarded what must not be copied into the margin: masks of any size that lie over the picture
 */
export async function extendPicture(
  canvas: Picture,
  guarded: readonly Mask[],
  checkpoint: () => Promise<void>,
): Promise<Extended> {
  const margin = await marginLevel(canvas)
  const { level, inside } = margin
  for (const mask of guarded) markOccluded(margin, mask, PICTURE_ROOM)
  const own = level.state.slice()
  const stationary = sideStationarity(level, inside)
  debugPlane('stationary sides', stationary, level)
  const parts = partAtHorizon(level, inside)
  continueLines(level, 'margin')
  dropLines(level, own, stationary)
  await checkpoint()
  const base = calmBase(level, inside, stationary)
  debugPlane('calm base, green', base.rgb[1], level, [0, 255])
  paintBase(level, base)
  guardThings(level, inside, stationary)
  await checkpoint()
  const matches: Matches = matchMargin(level, base, inside, parts)
  await checkpoint()
  softenPoorMatches(level, matches, PICTURE_BLENDED)
  correctSeam(level, matches, SEAM_HALF_LIFE)
  blendGradients(level, matches, PICTURE_BLENDED)
  const composed = composeMargin(level, own, matches, base, inside, level.width === canvas.width)
  const torn = tornSides(composed.rgb, level, inside)
  await checkpoint()
  return { picture: paintMargin(canvas, level, composed, matches), calmed: composed.calmed, torn }
}

/** Takes back what was drawn beyond sides that nothing but calm colour is continued from. */
function dropLines(level: Level, own: Uint8Array, stationary: Float32Array): void {
  for (let i = 0; i < own.length; i++) {
    if (level.state[i] === own[i] || stationary[i]! >= PICTURE_LINED) continue
    level.state[i] = own[i]!
    level.confidence[i] = 0
  }
}
