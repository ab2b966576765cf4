import type { Sharp } from 'sharp'
import { TILE_SIDE } from '../../catalog/console/pictures.ts'
import { decodingFault } from '../media/decoding-fault.ts'
import { withinMemory } from '../media/within-memory.ts'
import { decodeSource } from '../prepare/source/decode-source.ts'
import type { Source } from '../prepare/source/source.ts'

const JPEG = { quality: 85 } as const

/**
 * Writes a picture as a pyramid of JPEG tiles into one stored ZIP: an object of which each tile is a range. Rows are
 * tiled as they are decoded; a picture whose sides change places is turned in memory.
 * @throws Fault `unreadable`, `runtime`
 */
export async function writeTiles(source: Source, into: string): Promise<void> {
  try {
    await source.check.decode((failOn) =>
      withinMemory(
        source.path,
        () =>
          turned(decodeSource(source, failOn), source.orientation)
            .toColourspace('srgb')
            .flatten({ background: 'white' })
            .jpeg(JPEG)
            .tile({ size: TILE_SIDE, overlap: 0, layout: 'dz', container: 'zip', basename: 'p' })
            .toFile(into),
        source.page,
      ),
    )
  } catch (cause) {
    throw decodingFault(cause, 'The picture is damaged or cut off.')
  }
}

/**
 * By the orientation that was read and not the file's own, which a file developed from it has no longer. The library
 * mirrors before it turns, whatever is called first.
 */
function turned(image: Sharp, orientation: number): Sharp {
  if (orientation === 2) return image.flop()
  if (orientation === 3) return image.rotate(180)
  if (orientation === 4) return image.flip()
  if (orientation === 5) return image.flip().rotate(90)
  if (orientation === 6) return image.rotate(90)
  if (orientation === 7) return image.flop().rotate(90)
  if (orientation === 8) return image.rotate(270)
  return image
}
