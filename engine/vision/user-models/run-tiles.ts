import { sampleClamped } from '../../geometry/sample.ts'
import type { Size } from '../../geometry/size.ts'
import type { ModelPlanes } from './model-planes.ts'
import type { ModelWindow } from './model-window.ts'
import type { Tiles } from './tiles.ts'

/** The most values that are kept of all tiles together, 4 bytes each. */
const MOST_VALUES = 64_000_000

/** What a model gave for all tiles, and how much counted at each pixel: 0 where no tile was run. */
export type JoinedPlanes = ModelPlanes & { weights: Float32Array }

/**
 * Runs a model over tiles and joins what it gives. Where tiles overlap, each counts the less the nearer its own edge
 * is, so that no seam shows.
 * @param run what the model gives for a window; undefined where it is not wanted there
 * @param file for messages
 * @throws Error where tiles have different planes, or all of them more values than are kept; and as `run` does
 */
export async function runTiles(
  { windows, places, whole, overlap }: Tiles,
  run: (window: ModelWindow) => Promise<ModelPlanes | undefined>,
  file: string,
): Promise<JoinedPlanes | undefined> {
  let joined: JoinedPlanes | undefined
  for (const [nth, window] of windows.entries()) {
    const given = await run(window)
    if (!given) continue
    joined ??= emptyFor(given, window.input, whole.input, file)
    if (given.planes.length !== joined.planes.length) {
      throw new Error(`${file} gave other planes for one tile than for another.`)
    }
    add(joined, given, { ...places[nth]!, ...window.input, overlap })
  }
  if (!joined) return undefined
  const { planes, weights } = joined
  for (const plane of planes) {
    for (let i = 0; i < plane.length; i++) if (weights[i]! > 0) plane[i] = plane[i]! / weights[i]!
  }
  return joined
}

/** Planes for the whole, as fine as the tile’s own. */
function emptyFor(given: ModelPlanes, tile: Size, whole: Size, file: string): JoinedPlanes {
  const width = Math.ceil(whole.width * Math.min(1, given.width / tile.width))
  const height = Math.ceil(whole.height * Math.min(1, given.height / tile.height))
  const values = width * height * given.planes.length
  if (values > MOST_VALUES) {
    throw new Error(`${file} gave ${values} values for its tiles; at most ${MOST_VALUES} are kept.`)
  }
  const planes = given.planes.map(() => new Float32Array(width * height))
  return { width, height, planes, weights: new Float32Array(width * height) }
}

/** A tile in pixels of the model’s input. */
type Tile = Size & { x: number; y: number; overlap: number }

function add(joined: JoinedPlanes, given: ModelPlanes, tile: Tile): void {
  const across = Math.min(1, given.width / tile.width)
  const down = Math.min(1, given.height / tile.height)
  const columns = pixelsOf(tile.x, tile.width, across, joined.width)
  const rows = pixelsOf(tile.y, tile.height, down, joined.height)
  for (let y = rows.from; y < rows.to; y++) {
    const v = (y + 0.5) / down - tile.y
    const fade = fadeAt(v, tile.height, tile.overlap)
    for (let x = columns.from; x < columns.to; x++) {
      const u = (x + 0.5) / across - tile.x
      const weight = fade * fadeAt(u, tile.width, tile.overlap)
      const at = y * joined.width + x
      joined.weights[at] = joined.weights[at]! + weight
      const [column, row] = [
        (u * given.width) / tile.width - 0.5,
        (v * given.height) / tile.height - 0.5,
      ]
      for (const [n, plane] of joined.planes.entries()) {
        plane[at] = plane[at]! + weight * sampleClamped(given.planes[n]!, given, column, row)
      }
    }
  }
}

/** The pixels of the whole whose centres lie in a tile, along one side. */
function pixelsOf(start: number, length: number, scale: number, most: number) {
  return {
    from: Math.max(0, Math.ceil(start * scale - 0.5)),
    to: Math.min(most, Math.ceil((start + length) * scale - 0.5)),
  }
}

/** How much a place in a tile counts along one side, above 0 to 1. */
function fadeAt(place: number, length: number, overlap: number): number {
  return Math.max(1e-3, Math.min(1, place / overlap, (length - place) / overlap))
}
