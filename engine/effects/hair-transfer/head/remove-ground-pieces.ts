import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import { openLevels } from '../../../raster/mask/open-levels.ts'
import { BARE_SHARE, GROUND_PIECE, SURELY_HAIR } from '../tuning.ts'
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
  const unlike = alpha.map((share, at) => {
    if (share < GROUND_PIECE.least) return 0
    const off = mean.reduce((sum, level, c) => sum + (data[4 * at + c]! - level / sure) ** 2, 0)
    return Math.sqrt(off) > GROUND_PIECE.unlike ? 1 : 0
  })
  const by = Math.max(1, Math.round(GROUND_PIECE.thick * faceWidth))
  const pieces = openLevels(unlike, hair, by)
  const beside = growMask(
    Uint8Array.from(alpha, (share, at) => {
      const [x, y] = [at % width, Math.floor(at / width)]
      const isGround = share < BARE_SHARE && sampleGrid(regions.person, regions.grid, x, y) < 0.5
      return isGround ? 1 : 0
    }),
    hair,
    Math.max(2, Math.round(GROUND_PIECE.beside * faceWidth)),
  )
  const seeds = [...pieces.keys()].filter((at) => pieces[at]! > 0.5 && beside[at])
  if (seeds.length === 0) return alpha
  const outer = keepConnected(pieces, width, 0.5, seeds)
  const gone = growMask(
    Uint8Array.from(outer, (share) => (share > 0 ? 1 : 0)),
    hair,
    by,
  )
  return alpha.map((share, at) => (gone[at] && (unlike[at] || share < 0.5) ? 0 : share))
}
