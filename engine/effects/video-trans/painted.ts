import type { Size } from '../../geometry/size.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { doubleSize, halveSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import { findLines, scaleLines } from './find-lines.ts'
import { flatAreas } from './flat-areas.ts'
import { halfOf } from './planes.ts'
import { carriedSmall, drawOut, formsOf } from './streaks.ts'
import type { Stage, Style } from './style.ts'
import { drawCarried, layPage, noiseTile, paperTile, tileAt } from './tile.ts'
import { OIL, VIVIDNESS_SHADE, WATERCOLOUR } from './tuning.ts'

/** Transparent washes on rough paper: pigment gathers at their edges and in the paper's pits. */
export const watercolour: Style = (stage) => {
  const { width, height, unit } = stage
  const grain = new Float32Array(width * height)
  layPage(paperTile(WATERCOLOUR.grain * unit, 31), stage, grain)
  const wash = noiseTile(WATERCOLOUR.wash * unit, 37)
  return (moment, to) => {
    const { source, tones, carried } = moment
    const flat = flatAreas(source, WATERCOLOUR.flat * unit, WATERCOLOUR.passes)
    const lines = findLines(source.y, stage, scaleLines(WATERCOLOUR.lines, unit))
    const uneven = allocPlane(width * height)
    drawCarried(carried, stage, uneven, (x, y) => tileAt(wash.values, x, y))
    const broad = blur(flat.y, stage, WATERCOLOUR.rim.sigma * unit)
    const { black, white } = tones
    const density = allocPlane(width * height)
    const planes = { luma: flat.y, broad, uneven, grain, lines, density, to: to.y }
    wet(planes, { black, range: white - black })
    const share = halveSize(density, to, halfOf(to))
    const luma = halveSize(flat.y, to, halfOf(to))
    tint({ u: flat.u, v: flat.v, luma, share, toU: to.u, toV: to.v })
  }
}

// Shade is opened, so that dark clothes keep their folds, and colours in it are not stronger than there is light.
// Pigment darkens as C - (C - C²)(d - 1) does (Bousseau et al. 2006), which leaves white paper white.
const wet = formula(
  {
    planes: ['luma', 'broad', 'uneven', 'grain', 'lines', 'density', 'to'],
    scalars: ['black', 'range'],
  },
  `
  tone = min(1, max(0, (luma - black) / range))
  tone = tone + ${WATERCOLOUR.opened} * tone * square(1 - tone)
  bent = 1 - square(1 - tone) * ${WATERCOLOUR.light.curved} - ${WATERCOLOUR.light.straight} * (1 - tone)
  light = ${WATERCOLOUR.light.least} + ${WATERCOLOUR.light.range} * bent
  rim = min(${WATERCOLOUR.rim.most}, max(0, (broad - luma) - ${WATERCOLOUR.rim.from}) * ${WATERCOLOUR.rim.by})
  density = 1 + ${WATERCOLOUR.uneven} * (uneven - 0.5) + ${WATERCOLOUR.pits} * (grain - 0.5) + rim
  painted = light - (light - light * light) * (density - 1)
  line = ${WATERCOLOUR.line.by} * lines * (${WATERCOLOUR.line.least} + ${WATERCOLOUR.line.grain} * grain)
  to = 16 + 219 * min(${WATERCOLOUR.whitest}, max(0, painted)) * (1 - line)
`,
)

const tint = formula(
  { planes: ['u', 'v', 'luma', 'share', 'toU', 'toV'] },
  `
  a = u - 128
  b = v - 128
  wash = ${WATERCOLOUR.colour.least} + ${WATERCOLOUR.colour.density} * share
  gain = ${WATERCOLOUR.colour.by} / (1 + ${WATERCOLOUR.colour.bend} * hypot(a, b)) * wash
  gain = gain * min(1, ${WATERCOLOUR.shaded.least} + luma / ${WATERCOLOUR.shaded.light})
  toU = 128 + a * gain - ${WATERCOLOUR.warm.u}
  toV = 128 + b * gain + ${WATERCOLOUR.warm.v}
`,
)

/** Thick paint: strokes along the forms, with bristles that catch the light, on canvas. */
export const oil: Style = (stage) => {
  const { width, height, unit } = stage
  const half = halfOf(stage)
  const bristles = noiseTile(OIL.bristles * unit, 41)
  const loads = noiseTile(OIL.loads * unit, 43)
  const canvas = new Float32Array(width * height)
  weave(stage, canvas)
  return (moment, to) => {
    const { source, tones } = moment
    const forms = formsOf(source, OIL.forms * unit)
    const { small } = flatAreas(source, OIL.flat * unit)
    const [y, u, v] = drawOut([small.y, small.u, small.v], forms, half, OIL.passes.colour)
    const hairs = carriedSmall(bristles, moment, stage)
    const load = carriedSmall(loads, moment, stage)
    const [relief, strokes] = drawOut([hairs, load, load], forms, half, OIL.passes.strokes)
    const luma = doubleSize(y, half, stage)
    const light = lightFrom(doubleSize(relief, half, stage), stage)
    const loaded = doubleSize(strokes, half, stage)
    const fine = findContrast(source.y, stage, OIL.accent.sigma * unit)
    const { black, white } = tones
    const planes = { luma, light, loaded, fine, canvas, to: to.y }
    thicken(planes, { black, range: white - black })
    deepen({ luma: y, u, v, toU: to.u, toV: to.v })
  }
}

const thicken = formula(
  { planes: ['luma', 'light', 'loaded', 'fine', 'canvas', 'to'], scalars: ['black', 'range'] },
  `
  tone = min(1, max(0, (luma + ${OIL.accent.by} * fine - black) / range))
  bend = 2 * tone - 1
  curve = tone + ${OIL.curve.by} * tone * (1 - tone) * max(bend, -${OIL.curve.shade} * bend)
  load = ${OIL.load.least} + ${OIL.load.middle} * tone * (1 - tone)
  lit = ${OIL.light.least} + ${OIL.light.range} * curve + load * (loaded - 0.5)
  shine = ${OIL.relief.least} + ${OIL.relief.by} * lit * (${OIL.relief.until} - lit)
  to = 16 + 219 * min(1, max(0, lit + shine * light + ${OIL.canvas.by} * canvas))
`,
)

const deepen = formula(
  { planes: ['luma', 'u', 'v', 'toU', 'toV'] },
  `
  a = u - 128
  b = v - 128
  lit = smoothstep(${VIVIDNESS_SHADE.from}, ${VIVIDNESS_SHADE.to}, luma)
  gain = (1 + ${OIL.colour.by} * lit) / (1 + ${OIL.colour.bend} * hypot(a, b))
  toU = 128 + a * gain - ${OIL.warm.u}
  toV = 128 + b * gain + ${OIL.warm.v}
`,
)

/** Light from the upper left on a relief. */
function lightFrom(relief: Float32Array, { width, height }: Size): Float32Array {
  const light = allocPlane(width * height)
  const by = width + 1
  light.fill(0, 0, by)
  light.fill(0, light.length - by)
  const span = light.length - 2 * by
  shine({
    before: relief.subarray(0, span),
    behind: relief.subarray(2 * by, 2 * by + span),
    light: light.subarray(by, by + span),
  })
  return light
}

const shine = formula(
  { planes: ['before', 'behind', 'light'] },
  `
  slope = (behind - before) * ${OIL.slope.by}
  light = slope / (1 + ${OIL.slope.bend} * abs(slope))
`,
)

/** What blurring takes away: detail that a painter sets as accents. */
function findContrast(luma: Float32Array, size: Size, sigma: number): Float32Array {
  const detail = blur(luma, size, sigma)
  const broad = blur(luma, size, OIL.accent.broad * sigma)
  takeOff({ detail, broad })
  return detail
}

const takeOff = formula({ planes: ['detail', 'broad'] }, 'detail = detail - broad')

/** Canvas: threads over and under each other. */
function weave({ width, height, unit }: Stage, to: Float32Array): void {
  const turn = (2 * Math.PI) / (OIL.canvas.thread * unit)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) to[at] = Math.sin(x * turn) * Math.sin(y * turn)
  }
}
