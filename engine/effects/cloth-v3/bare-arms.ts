import { growMask } from '../../raster/grow-mask.ts'
import type { Mask, Point } from '../../raster/picture.ts'
import type { ByRegion } from '../../regions/region-names.ts'
import { isNear } from './near-limb.ts'

/** Half the thickness of an arm, in widths of the shoulders. */
const ARM = 0.22

/** The most that a rim is wide, in widths of the shoulders. */
const RIM = 0.03

/** From this value on a pixel surely belongs to a region. */
const PURE = 200

/**
 * Regions without the rims of garment along bare arms: at the edge of skin the colours of skin and wall mix, and are
 * taken for cloth.
 */
export function withBareArms(
  regions: ByRegion<Mask>,
  arms: readonly (readonly Point[])[],
  shoulders: number,
): ByRegion<Mask> {
  const { width, height, data } = regions['upper-garment']
  const size = { width, height }
  const rim = Math.max(2, Math.round(RIM * shoulders))
  const skin = Uint8Array.from(regions['body-skin'].data, (value) => (value > PURE ? 1 : 0))
  const nearSkin = growMask(skin, size, 2 * rim)
  const other = Uint8Array.from(data, (value) => (value > PURE ? 0 : 1))
  const core = growMask(other, size, rim)
  const cloth = growMask(
    Uint8Array.from(core, (is) => 1 - is),
    size,
    2 * rim,
  )
  const bare = data.slice()
  for (let at = 0; at < data.length; at++) {
    if (data[at] === 0 || nearSkin[at] === 0 || cloth[at] === 1) continue
    const point = { x: at % width, y: Math.floor(at / width) }
    if (arms.some((arm) => isNear(arm, point, ARM * shoulders))) bare[at] = 0
  }
  return { ...regions, 'upper-garment': { ...size, data: bare } }
}
