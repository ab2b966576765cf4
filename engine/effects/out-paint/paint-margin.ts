import type { Level } from '../../fill/level.ts'
import type { Matches } from '../../fill/patch-match.ts'
import { blendStops, type Stop, stretchedStops } from '../../geometry/sample.ts'
import type { Picture } from '../../raster/picture.ts'
import { noteOpaque } from '../../raster/pixels/packed-rgba.ts'
import type { Composed } from './compose-margin.ts'
import { LEAST_GAIN, MAX_DETAIL } from './tuning.ts'

/**
 * Paints the margin at full size: the level enlarged, and on it the detail finer than the level, copied from where each
 * pixel's match lies in the picture.
 * @param canvas changed in place
 */
export function paintMargin(
  canvas: Picture,
  level: Level,
  { rgb, detail }: Composed,
  { slot, match }: Matches,
): Picture {
  const { width, height, data } = canvas
  const isMargin = (i: number): boolean => data[4 * i + 3] === 0
  const across = stretchedStops(width, level.width)
  const down = stretchedStops(height, level.height)
  const nearest = ({ first, part }: Stop): number => Math.round(first + part)
  const [toX, toY] = [width / level.width, height / level.height]
  // The level's own colours at full size, which the detail of a source pixel is measured from.
  const [r, g, b] = rgb as [Float32Array, Float32Array, Float32Array]
  for (let y = 0, i = 0; y < height; y++) {
    const row = down[y]!
    const nearestRow = nearest(row)
    for (let x = 0; x < width; x++, i++) {
      if (!isMargin(i)) continue
      const column = across[x]!
      const nearestColumn = nearest(column)
      const at = nearestRow * level.width + nearestColumn
      const gain = detail[at]!
      const own = slot[at]!
      const found = gain > LEAST_GAIN && own >= 0 ? match[own]! : -1
      let from = -1
      if (found >= 0) {
        const fx = x + Math.round(((found % level.width) - nearestColumn) * toX)
        const fy = y + Math.round((Math.floor(found / level.width) - nearestRow) * toY)
        if (fx >= 0 && fy >= 0 && fx < width && fy < height) from = fy * width + fx
        if (from >= 0 && isMargin(from)) from = -1
      }
      for (const [c, plane] of [r, g, b].entries()) {
        let value = blendStops(plane, level.width, column, row)
        if (from >= 0) {
          const fy = Math.floor(from / width)
          const coarse = blendStops(plane, level.width, across[from - fy * width]!, down[fy]!)
          const fine = data[4 * from + c]! - coarse
          value += gain * Math.max(-MAX_DETAIL, Math.min(MAX_DETAIL, fine))
        }
        data[4 * i + c] = value
      }
    }
  }
  for (let i = 3; i < data.length; i += 4) data[i] = 255
  noteOpaque(canvas)
  return canvas
}
