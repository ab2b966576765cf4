import { allocPlane } from '../../raster/arena.ts'
import { halveSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import { findLines } from './find-lines.ts'
import { flatAreas } from './flat-areas.ts'
import { halfOf, type Planes } from './planes.ts'
import type { Style } from './style.ts'
import { drawCarried } from './tile.ts'
import { VIVIDNESS_SHADE } from './tuning.ts'

/** Printed colours: few tones, dots in the shadows, heavy black contours. */
export const comic: Style = (stage) => {
  const { width, height, unit } = stage
  const pitch = 7 * unit
  const turn = (2 * Math.PI) / (pitch * Math.SQRT2)
  return ({ source, tones, carried }, to) => {
    const flat = flatAreas(source, 5 * unit)
    const lines = findLines(source.y, stage, {
      width: 3 * unit,
      from: 1.8,
      to: 4,
      along: 8 * unit,
    })
    const dots = allocPlane(width * height)
    drawCarried(
      carried,
      stage,
      dots,
      (x, y) => 0.5 + 0.25 * (Math.cos((x + y) * turn) + Math.cos((x - y) * turn)),
    )
    const cover = allocPlane(width * height)
    const { black, white } = tones
    print({ luma: flat.y, dots, lines, to: to.y, cover }, { black, range: white - black })
    brighten(flat, cover, to, { boost: 1.75, bend: 0.012 })
  }
}

// Three tones with soft steps between them; below the middle one the dots grow with the shade.
const print = formula(
  { planes: ['luma', 'dots', 'lines', 'to', 'cover'], scalars: ['black', 'range'] },
  `
  tone = min(1, max(0, (luma - black) / range))
  dark = 0.3 + 0.3 * smoothstep(0.2, 0.26, tone)
  step = dark + 0.22 * smoothstep(0.46, 0.52, tone) + 0.18 * smoothstep(0.74, 0.8, tone)
  shade = smoothstep(0.62, 0.18, tone) * 0.72
  dot = smoothstep(-0.09, 0.09, shade - dots)
  solid = smoothstep(0.15, 0.1, tone)
  cover = max(lines, solid)
  to = 16 + 219 * step * (1 - 0.34 * dot) * (1 - 0.96 * cover)
`,
)

/** Flat colours in light and shadow as on painted cels, with fine lines. */
export const cel: Style = (stage) => {
  const { width, height, unit } = stage
  return ({ source, tones }, to) => {
    const flat = flatAreas(source, 7 * unit, 2)
    const lines = findLines(source.y, stage, {
      width: 2 * unit,
      from: 1.8,
      to: 5.5,
      along: 8 * unit,
    })
    const cover = allocPlane(width * height)
    const { black, white } = tones
    shadeCel({ luma: flat.y, lines, to: to.y, cover }, { black, range: white - black })
    brighten(flat, cover, to, { boost: 1.5, bend: 0.016 })
  }
}

const shadeCel = formula(
  { planes: ['luma', 'lines', 'to', 'cover'], scalars: ['black', 'range'] },
  `
  tone = min(1, max(0, (luma - black) / range))
  lit = 0.12 + 0.88 * tone
  five = lit * 6
  low = nearest(five - 0.5)
  step = (low + smoothstep(0.36, 0.64, five - low)) / 6
  cover = 0.8 * lines
  to = 16 + 219 * min(1, 0.06 + 0.98 * (0.25 * lit + 0.75 * step)) * (1 - 0.78 * lines)
`,
)

/** Stronger colours, pale ones most, but in shade as they are; where a dark line covers them they fade. */
function brighten(
  { y, u, v, width, height }: Planes,
  cover: Float32Array,
  to: Planes,
  scalars: { boost: number; bend: number },
): void {
  const dark = halveSize(cover, to, halfOf(to))
  const light = halveSize(y, { width, height }, halfOf(to))
  strengthen({ u, v, dark, light, toU: to.u, toV: to.v }, scalars)
}

const strengthen = formula(
  { planes: ['u', 'v', 'dark', 'light', 'toU', 'toV'], scalars: ['boost', 'bend'] },
  `
  a = u - 128
  b = v - 128
  chroma = hypot(a, b)
  lit = smoothstep(${VIVIDNESS_SHADE.from}, ${VIVIDNESS_SHADE.to}, light)
  gain = (1 + (boost / (1 + bend * chroma) - 1) * lit) * (1 - 0.8 * min(1, dark))
  toU = 128 + a * gain
  toV = 128 + b * gain
`,
)
