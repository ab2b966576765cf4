import type { Mask, Picture } from '../../../raster/picture.ts'
import { IN_MASK, SLITS_SLIT } from '../tuning.ts'

/**
 * Draws the cloth of both sides over slits between parts of a garment through which what was worn shows. Changes the
 * picture.
 * @param instead what was worn @param covered the share of each pixel that the parts cover, 0–1
 */
export function closeSlits(out: Picture, { data: old }: Mask, covered: Float32Array): void {
  for (let y = SLITS_SLIT.wide; y < out.height - SLITS_SLIT.wide; y++)
    closeInRow(out, old, covered, y)
}

function closeInRow(
  { width, data }: Picture,
  old: Mask['data'],
  covered: Float32Array,
  y: number,
): void {
  for (let x = SLITS_SLIT.wide; x < width - SLITS_SLIT.wide; x++) {
    const at = y * width + x
    if (old[at]! < IN_MASK || covered[at]! >= SLITS_SLIT.inside) continue
    const sides = sidesOf(covered, at, 1) ?? sidesOf(covered, at, width)
    if (!sides) continue
    const share = sides.before / (sides.before + sides.after)
    for (let c = 0; c < 3; c++) {
      const before = data[4 * (at - sides.before * sides.step) + c]!
      const after = data[4 * (at + sides.after * sides.step) + c]!
      data[4 * at + c] = (1 - share) * before + share * after
    }
  }
}

/** How many steps away cloth begins at both sides of a pixel; undefined where a slit would be too wide. */
function sidesOf(
  covered: Float32Array,
  at: number,
  step: number,
): { before: number; after: number; step: number } | undefined {
  const far = (direction: -1 | 1): number => {
    let by = 1
    while (by <= SLITS_SLIT.wide && covered[at + direction * by * step]! < SLITS_SLIT.beside) by++
    return by
  }
  const [before, after] = [far(-1), far(1)]
  return before + after - 1 <= SLITS_SLIT.wide ? { before, after, step } : undefined
}
