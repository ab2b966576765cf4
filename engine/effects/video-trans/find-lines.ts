import type { Size } from '../../geometry/size.ts'
import { allocPlane, withArena, writeThroughArena } from '../../raster/arena.ts'
import { averageAlongLines } from '../../raster/filter/average-along-lines.ts'
import { blur } from '../../raster/filter/blur.ts'
import { lineOrientation } from '../../raster/filter/line-structure.ts'
import { formula } from '../../raster/formula.ts'
import { LINE_BLURS, LINE_MASK } from './tuning.ts'

/** How contours are drawn. */
export type LineStyle = {
  /** Pixels of a line's width. */
  width: number
  /** Levels of 255 by which a side is darker: where a line begins, and where it is full. */
  from: number
  to: number
  /** Pixels along which a line is drawn through. */
  along: number
}

/**
 * Contours as a pen draws them, 0 to 1: on the dark side of edges, drawn through along them (differences of Gaussians
 * along the edge flow, Kang et al. 2007).
 * @param luma levels of 255
 */
export function findLines(luma: Float32Array, size: Size, style: LineStyle): Float32Array {
  const lines = allocPlane(luma.length)
  withArena(() => {
    const fine = blur(luma, size, LINE_BLURS.fine * style.width)
    const broad = blur(luma, size, LINE_BLURS.broad * style.width)
    const [dark, mask] = [allocPlane(luma.length), allocPlane(luma.length)]
    subtract({ fine, broad, dark, mask }, { least: LINE_MASK * style.from })
    const orientation = lineOrientation(fine, mask, size, LINE_BLURS.direction * style.width)
    const [drawn] = averageAlongLines([dark, dark, dark], orientation, mask, size, style.along)
    writeThroughArena(lines, (to) => {
      threshold({ drawn, lines: to }, { from: style.from, to: style.to })
    })
  })
  return lines
}

/** Lines whose lengths are given in fine strokes, in pixels. @param unit pixels of a fine stroke */
export function scaleLines({ width, from, to, along }: LineStyle, unit: number): LineStyle {
  return { width: width * unit, from, to, along: along * unit }
}

const subtract = formula(
  { planes: ['fine', 'broad', 'dark', 'mask'], scalars: ['least'] },
  `
  dark = broad - fine
  mask = dark > least ? 1 : 0
`,
)

const threshold = formula(
  { planes: ['drawn', 'lines'], scalars: ['from', 'to'] },
  'lines = smoothstep(from, to, drawn)',
)
