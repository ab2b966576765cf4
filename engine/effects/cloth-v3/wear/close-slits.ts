import type { Mask, Picture } from '../../../raster/picture.ts'

/** The widest slit, in pixels, and the shares of a pixel that are covered beside it and in it. */
const SLIT = { wide: 3, beside: 0.9, inside: 0.85 } as const

/**
 * Draws the cloth of both sides over slits between parts of a garment through which what was worn shows. Changes the
 * picture.
 * @param instead what was worn @param covered the share of each pixel that the parts cover, 0–1
 */
export function closeSlits(out: Picture, { data: old }: Mask, covered: Float32Array): void {
  const { width, height, data } = out
  for (let y = SLIT.wide; y < height - SLIT.wide; y++) {
    for (let x = SLIT.wide; x < width - SLIT.wide; x++) {
      const at = y * width + x
      if (old[at]! < 128 || covered[at]! >= SLIT.inside) continue
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
}

/** How many steps away cloth begins at both sides of a pixel; undefined where a slit would be too wide. */
function sidesOf(
  covered: Float32Array,
  at: number,
  step: number,
): { before: number; after: number; step: number } | undefined {
  const far = (direction: -1 | 1): number => {
    let by = 1
    while (by <= SLIT.wide && covered[at + direction * by * step]! < SLIT.beside) by++
    return by
  }
  const [before, after] = [far(-1), far(1)]
  return before + after - 1 <= SLIT.wide ? { before, after, step } : undefined
}
