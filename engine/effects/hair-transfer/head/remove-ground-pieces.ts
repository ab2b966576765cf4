import { aboveLevel } from '../../../raster/mask/above-level.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import { openLevels } from '../../../raster/mask/open-levels.ts'
import { BARE_SHARE, GROUND_PIECE, SURELY_HAIR } from '../tuning.ts'
import { groundBeside } from './ground-beside.ts'
import type { Head } from './head.ts'

/**
 * The share of hair without pieces of the ground at its outer edge: what is of quite another colour than the hair and
 * goes on in the ground that it touches, as a bright thing behind a dark head does. A highlight within hair stays.
 * @param alpha the share of hair in each pixel
 */
export function removeGroundPieces({ picture, hair, frame, regions }: Head, alpha: Float32Array) {
  const { data } = picture
  const { width } = hair
  const { faceWidth } = frame
  const mean = [0, 0, 0]
  let sure = 0
  const inner = openLevels(alpha, hair, Math.max(1, Math.round(GROUND_PIECE.deep * faceWidth)))
  for (let at = 0; at < alpha.length; at++) {
    if (inner[at]! < SURELY_HAIR) continue
    for (let c = 0; c < 3; c++) mean[c] = mean[c]! + data[4 * at + c]!
    sure++
  }
  if (sure === 0) return alpha
  const [red, green, blue] = mean.map((sum) => sum / sure) as [number, number, number]
  const unlike = new Float32Array(alpha.length)
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at]! < GROUND_PIECE.least) continue
    const off =
      (data[4 * at]! - red) ** 2 +
      (data[4 * at + 1]! - green) ** 2 +
      (data[4 * at + 2]! - blue) ** 2
    if (Math.sqrt(off) > GROUND_PIECE.unlike) unlike[at] = 1
  }
  const by = Math.max(1, Math.round(GROUND_PIECE.thick * faceWidth))
  const pieces = openLevels(unlike, hair, by)
  const beside = growMask(
    groundBeside(alpha, hair, regions, BARE_SHARE),
    hair,
    Math.max(2, Math.round(GROUND_PIECE.beside * faceWidth)),
  )
  const seeds: number[] = []
  for (let at = 0; at < pieces.length; at++) if (pieces[at]! > 0.5 && beside[at]) seeds.push(at)
  if (seeds.length === 0) return alpha
  const outer = keepConnected(pieces, width, 0.5, seeds)
  const gone = growMask(aboveLevel(outer, 0), hair, by)
  const clear = alpha.slice()
  for (let at = 0; at < clear.length; at++) {
    if (gone[at] && (unlike[at] || clear[at]! < 0.5)) clear[at] = 0
  }
  return clear
}
