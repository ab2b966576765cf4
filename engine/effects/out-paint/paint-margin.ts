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
  const across = stretchedStops(width, level.width)
  const down = stretchedStops(height, level.height)
  const nearest = ({ first, part }: Stop): number => Math.round(first + part)
  const [toX, toY] = [width / level.width, height / level.height]
  // The level's own colours at full size, which the detail of a source pixel is measured from.
  const colours = new Float32Array(3 * level.width * level.height)
  for (const [c, plane] of rgb.entries()) {
    for (let i = 0, at = c; i < plane.length; i++, at += 3) colours[at] = plane[i]!
  }
  const columns = across.map(nearest)
  for (let y = 0, i = 0; y < height; y++) {
    const row = down[y]!
    const nearestRow = nearest(row)
    for (let x = 0; x < width; x++, i++) {
      if (data[4 * i + 3] !== 0) continue
      const column = across[x]!
      const nearestColumn = columns[x]!
      const at = nearestRow * level.width + nearestColumn
      const gain = detail[at]!
      const own = slot[at]!
      const found = gain > LEAST_GAIN && own >= 0 ? match[own]! : -1
      let [fx, fy, from] = [0, 0, -1]
      if (found >= 0) {
        const foundRow = (found / level.width) | 0
        fx = x + Math.round((found - foundRow * level.width - nearestColumn) * toX)
        fy = y + Math.round((foundRow - nearestRow) * toY)
        if (fx >= 0 && fy >= 0 && fx < width && fy < height) from = fy * width + fx
        if (from >= 0 && data[4 * from + 3] === 0) from = -1
      }
      for (let c = 0; c < 3; c++) {
        const value = blendStops(colours, level.width, column, row, 3, c)
        if (from < 0) data[4 * i + c] = value
        else {
          const there = blendStops(colours, level.width, across[fx]!, down[fy]!, 3, c)
          const fine = data[4 * from + c]! - there
          data[4 * i + c] = value + gain * Math.max(-MAX_DETAIL, Math.min(MAX_DETAIL, fine))
        }
      }
    }
  }
  for (let i = 3; i < data.length; i += 4) data[i] = 255
  noteOpaque(canvas)
  return canvas
}
