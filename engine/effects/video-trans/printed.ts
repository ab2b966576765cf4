import { allocPlane } from '../../raster/arena.ts'
import { halveSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import { findLines, scaleLines } from './find-lines.ts'
import { flatAreas } from './flat-areas.ts'
import { halfOf, type Planes } from './planes.ts'
import type { Style } from './style.ts'
import { drawCarried } from './tile.ts'
import { CEL, COMIC, PRINTED_FADED, VIVIDNESS_SHADE } from './tuning.ts'

/** Printed colours: few tones, dots in the shadows, heavy black contours. */
export const comic: Style = (stage) => {
  const { width, height, unit } = stage
  const pitch = COMIC.pitch * unit
  const turn = (2 * Math.PI) / (pitch * Math.SQRT2)
  return ({ source, tones, carried }, to) => {
    const flat = flatAreas(source, COMIC.flat * unit)
    const lines = findLines(source.y, stage, scaleLines(COMIC.lines, unit))
    const dots = allocPlane(width * height)
    drawCarried(
      carried,
      stage,
      dots,
      (x, y) => 0.5 + (Math.cos((x + y) * turn) + Math.cos((x - y) * turn)) / 4,
    )
    const cover = allocPlane(width * height)
    const { black, white } = tones
    print({ luma: flat.y, dots, lines, to: to.y, cover }, { black, range: white - black })
    brighten(flat, cover, to, COMIC.colour)
  }
}

function stepOf(nth: 0 | 1 | 2): string {
  const { by, from, to } = COMIC.steps[nth]
  return `${by} * smoothstep(${from}, ${to}, tone)`
}

// Three tones with soft steps between them; below the middle one the dots grow with the shade.
const print = formula(
  { planes: ['luma', 'dots', 'lines', 'to', 'cover'], scalars: ['black', 'range'] },
  `
  tone = min(1, max(0, (luma - black) / range))
  dark = ${COMIC.darkest} + ${stepOf(0)}
  step = dark + ${stepOf(1)} + ${stepOf(2)}
  shade = (1 - smoothstep(${COMIC.dots.most}, ${COMIC.dots.none}, tone)) * ${COMIC.dots.size}
  dot = smoothstep(-${COMIC.dots.edge}, ${COMIC.dots.edge}, shade - dots)
  solid = 1 - smoothstep(${COMIC.solid.whole}, ${COMIC.solid.none}, tone)
  cover = max(lines, solid)
  to = 16 + 219 * step * (1 - ${COMIC.dots.darker} * dot) * (1 - ${COMIC.black} * cover)
`,
)

/** Flat colours in light and shadow as on painted cels, with fine lines. */
export const cel: Style = (stage) => {
  const { width, height, unit } = stage
  return ({ source, tones }, to) => {
    const flat = flatAreas(source, CEL.flat * unit, CEL.passes)
    const lines = findLines(source.y, stage, scaleLines(CEL.lines, unit))
    const cover = allocPlane(width * height)
    const { black, white } = tones
    shadeCel({ luma: flat.y, lines, to: to.y, cover }, { black, range: white - black })
    brighten(flat, cover, to, CEL.colour)
  }
}

const shadeCel = formula(
  { planes: ['luma', 'lines', 'to', 'cover'], scalars: ['black', 'range'] },
  `
  tone = min(1, max(0, (luma - black) / range))
  lit = ${CEL.darkest} + ${1 - CEL.darkest} * tone
  tones = lit * ${CEL.tones}
  low = nearest(tones - 0.5)
  step = (low + smoothstep(${CEL.edge.from}, ${CEL.edge.to}, tones - low)) / ${CEL.tones}
  cover = ${CEL.covered} * lines
  level = ${CEL.light.least} + ${CEL.light.range} * (${CEL.smooth} * lit + ${1 - CEL.smooth} * step)
  to = 16 + 219 * min(1, level) * (1 - ${CEL.lineDark} * lines)
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
  gain = (1 + (boost / (1 + bend * chroma) - 1) * lit) * (1 - ${PRINTED_FADED} * min(1, dark))
  toU = 128 + a * gain
  toV = 128 + b * gain
`,
)
