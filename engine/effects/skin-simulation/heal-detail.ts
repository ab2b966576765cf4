import type { Size } from '../skin/blur.ts'
import type { Healing } from './blemishes.ts'
import { GRAIN, keepFaint, TEXTURE } from './keep-faint.ts'
import type { Fine } from './treatment.ts'

/** Gives what is finer than the canvas to the blemishes healed on it: that of the same sound skin, else their own grain. */
export function healDetail(
  { frame, detail }: Fine,
  { covered, share, donors }: Healing,
  canvas: Size,
): void {
  const old = detail.slice()
  for (const at of covered) {
    const column = at % canvas.width
    const row = (at - column) / canvas.width
    // A donor is far nearer than a row is long.
    const down = Math.round(donors[at]! / canvas.width)
    const step = 2 * (down * frame.width + donors[at]! - down * canvas.width)
    for (let y = 2 * row; y < Math.min(frame.height, 2 * row + 2); y++) {
      for (let x = 2 * column; x < Math.min(frame.width, 2 * column + 2); x++) {
        const i = y * frame.width + x
        // Where sides are odd the canvas is a place larger.
        const given = old[i + step] ?? 0
        const texture = step === 0 ? keepFaint(given, GRAIN) : keepFaint(given, TEXTURE)
        detail[i] = old[i]! + share[at]! * (texture - old[i]!)
      }
    }
  }
}
