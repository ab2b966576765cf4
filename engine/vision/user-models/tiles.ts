import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import { type ModelPicture, tileOf } from '../../models/model-manifest.ts'
import { TILES_SHRUNK } from '../tuning.ts'
import type { ModelWindow } from './model-window.ts'

/** The windows by which a model sees a part of a picture that is larger than its input, row by row, of one scale. */
export type Tiles = {
  windows: ModelWindow[]
  /** Where each lies in the part, in pixels of the model’s input. */
  places: { x: number; y: number }[]
  /** The whole part, in these pixels. */
  whole: ModelWindow
  /** Over how many of these pixels neighbours go over into each other, at least. */
  overlap: number
}

/**
 * The tiles over a part of a picture: at the picture’s own resolution, or as near to it as the most of them allow.
 * Undefined for a model that is not run over tiles, and for a part that its input shows whole.
 */
export function tilesOver(
  area: Box,
  { size, tiles }: Pick<ModelPicture, 'size' | 'tiles'>,
): Tiles | undefined {
  if (!tiles) return undefined
  const input = tileOf(size)
  const { overlap, most } = tiles
  for (let scale = 1; ; scale *= TILES_SHRUNK) {
    const [width, height] = [Math.ceil(area.width / scale), Math.ceil(area.height / scale)]
    const columns = startsOf(width, input.width, overlap)
    const rows = startsOf(height, input.height, overlap)
    if (columns.length * rows.length === 1) return undefined
    if (columns.length * rows.length > most) continue
    const windowAt = (x: number, y: number, size: Size): ModelWindow => ({
      left: area.left + x * scale,
      top: area.top + y * scale,
      width: size.width * scale,
      height: size.height * scale,
      input: size,
    })
    const places = rows.flatMap((y) => columns.map((x) => ({ x, y })))
    return {
      places,
      windows: places.map(({ x, y }) => windowAt(x, y, input)),
      whole: windowAt(0, 0, { width, height }),
      overlap,
    }
  }
}

/** Where tiles begin along a side: evenly, by `overlap` or more over each other; a longer one shows what is beside. */
function startsOf(length: number, tile: number, overlap: number): number[] {
  if (length <= tile) return [Math.floor((length - tile) / 2)]
  const count = Math.ceil((length - overlap) / (tile - overlap))
  return Array.from({ length: count }, (_, n) => Math.round((n * (length - tile)) / (count - 1)))
}
