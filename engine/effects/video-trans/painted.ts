import type { Size } from '../../geometry/size.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { doubleSize, halveSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import { findLines } from './find-lines.ts'
import { flatAreas } from './flat-areas.ts'
import { halfOf } from './planes.ts'
import { carriedSmall, drawOut, formsOf } from './streaks.ts'
import type { Stage, Style } from './style.ts'
import { drawCarried, layPage, noiseTile, paperTile, tileAt } from './tile.ts'
import { VIVIDNESS_SHADE } from './tuning.ts'

/** Transparent washes on rough paper: pigment gathers at their edges and in the paper's pits. */
export const watercolour: Style = (stage) => {
  const { width, height, unit } = stage
  const grain = new Float32Array(width * height)
  layPage(paperTile(2 * unit, 31), stage, grain)
  const wash = noiseTile(48 * unit, 37)
  return (moment, to) => {
    const { source, tones, carried } = moment
    const flat = flatAreas(source, 5.5 * unit, 2)
    const lines = findLines(source.y, stage, {
      width: 1.7 * unit,
      from: 1,
      to: 6,
      along: 6 * unit,
    })
    const uneven = allocPlane(width * height)
    drawCarried(carried, stage, uneven, (x, y) => tileAt(wash.values, x, y))
    const broad = blur(flat.y, stage, 3.5 * unit)
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
  tone = tone + 0.75 * tone * square(1 - tone)
  light = 0.17 + 0.8 * (1 - square(1 - tone) * 0.65 - 0.35 * (1 - tone))
  rim = min(0.9, max(0, (broad - luma) - 1) * 0.085)
  density = 1 + 0.5 * (uneven - 0.5) + 0.3 * (grain - 0.5) + rim
  painted = light - (light - light * light) * (density - 1)
  to = 16 + 219 * min(0.975, max(0, painted)) * (1 - 0.42 * lines * (0.7 + 0.5 * grain))
`,
)

const tint = formula(
  { planes: ['u', 'v', 'luma', 'share', 'toU', 'toV'] },
  `
  a = u - 128
  b = v - 128
  gain = 1.42 / (1 + 0.011 * hypot(a, b)) * (0.55 + 0.45 * share)
  gain = gain * min(1, 0.55 + luma / 160)
  toU = 128 + a * gain - 1.2
  toV = 128 + b * gain + 0.8
`,
)

/** Thick paint: strokes along the forms, with bristles that catch the light, on canvas. */
export const oil: Style = (stage) => {
  const { width, height, unit } = stage
  const half = halfOf(stage)
  const bristles = noiseTile(3 * unit, 41)
  const loads = noiseTile(9 * unit, 43)
  const canvas = new Float32Array(width * height)
  weave(stage, canvas)
  return (moment, to) => {
    const { source, tones } = moment
    const forms = formsOf(source, 16 * unit)
    const { small } = flatAreas(source, 6 * unit)
    const [y, u, v] = drawOut([small.y, small.u, small.v], forms, half, 1)
    const hairs = carriedSmall(bristles, moment, stage)
    const load = carriedSmall(loads, moment, stage)
    const [relief, strokes] = drawOut([hairs, load, load], forms, half, 3)
    const luma = doubleSize(y, half, stage)
    const light = lightFrom(doubleSize(relief, half, stage), stage)
    const loaded = doubleSize(strokes, half, stage)
    const fine = findContrast(source.y, stage, 1.1 * unit)
    const { black, white } = tones
    const planes = { luma, light, loaded, fine, canvas, to: to.y }
    thicken(planes, { black, range: white - black })
    deepen({ luma: y, u, v, toU: to.u, toV: to.v })
  }
}

const thicken = formula(
  { planes: ['luma', 'light', 'loaded', 'fine', 'canvas', 'to'], scalars: ['black', 'range'] },
  `
  tone = min(1, max(0, (luma + 0.9 * fine - black) / range))
  bend = 2 * tone - 1
  curve = tone + 0.5 * tone * (1 - tone) * max(bend, -0.25 * bend)
  lit = 0.045 + 0.9 * curve + (0.07 + 0.26 * tone * (1 - tone)) * (loaded - 0.5)
  to = 16 + 219 * min(1, max(0, lit + (0.26 + 0.62 * lit * (1.3 - lit)) * light + 0.012 * canvas))
`,
)

const deepen = formula(
  { planes: ['luma', 'u', 'v', 'toU', 'toV'] },
  `
  a = u - 128
  b = v - 128
  lit = smoothstep(${VIVIDNESS_SHADE.from}, ${VIVIDNESS_SHADE.to}, luma)
  gain = (1 + 0.5 * lit) / (1 + 0.009 * hypot(a, b))
  toU = 128 + a * gain - 1.5
  toV = 128 + b * gain + 1
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
  slope = (behind - before) * 1.5
  light = slope / (1 + 5 * abs(slope))
`,
)

/** What blurring takes away: detail that a painter sets as accents. */
function findContrast(luma: Float32Array, size: Size, sigma: number): Float32Array {
  const detail = blur(luma, size, sigma)
  const broad = blur(luma, size, 3 * sigma)
  takeOff({ detail, broad })
  return detail
}

const takeOff = formula({ planes: ['detail', 'broad'] }, 'detail = detail - broad')

/** Canvas: threads over and under each other. */
function weave({ width, height, unit }: Stage, to: Float32Array): void {
  const turn = (2 * Math.PI) / (4.2 * unit)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) to[at] = Math.sin(x * turn) * Math.sin(y * turn)
  }
}
