import type { DetailBand } from '../../face/retouch/retouch-state.ts'
import type { Size } from '../../raster/blur.ts'
import type { Healing } from './heal-blemishes.ts'
import { GRAIN_CONTRAST, suppressStrong, TEXTURE_CONTRAST } from './suppress-strong.ts'

/** Gives what is finer than the canvas to the blemishes healed on it: that of the same sound skin, else their own grain. */
export function healDetailBand(
  { geometry, current }: DetailBand,
  { pixels, share, sourceOffsets }: Healing,
  canvas: Size,
): void {
  const old = current.slice()
  for (const at of pixels) {
    const column = at % canvas.width
    const row = (at - column) / canvas.width
    // A donor is far nearer than a row is long.
    const down = Math.round(sourceOffsets[at]! / canvas.width)
    const step = 2 * (down * geometry.width + sourceOffsets[at]! - down * canvas.width)
    for (let y = 2 * row; y < Math.min(geometry.height, 2 * row + 2); y++) {
      for (let x = 2 * column; x < Math.min(geometry.width, 2 * column + 2); x++) {
        const i = y * geometry.width + x
        // Where sides are odd the canvas is a place larger.
        const given = old[i + step] ?? 0
        const texture =
          step === 0
            ? suppressStrong(given, GRAIN_CONTRAST)
            : suppressStrong(given, TEXTURE_CONTRAST)
        current[i] = old[i]! + share[at]! * (texture - old[i]!)
      }
    }
  }
}
