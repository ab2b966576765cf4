import type { Size } from '../../geometry/size.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { doubleSize, halveSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import type { Carried } from './carried-field.ts'
import { findLines } from './find-lines.ts'
import { findRelief } from './find-relief.ts'
import { flatAreas } from './flat-areas.ts'
import { type HatchTile, hatchAt, hatchTile } from './hatch-tile.ts'
import { halfOf } from './planes.ts'
import type { Style } from './style.ts'
import { drawCarried, layPage, noiseTile, paperTile, tileAt } from './tile.ts'
import type { ToneRange } from './tone.ts'
import { VIVIDNESS_SHADE } from './tuning.ts'
import { mixTwo } from './two-colours.ts'

/** Graphite on toothed paper: shading in layers of hatching, and contours. */
export const pencil: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const tile = hatchTile(
    {
      directions: [
        { degrees: -48, from: 0 },
        { degrees: -20, from: 0.5 },
        { degrees: 62, from: 0.75 },
      ],
      length: 62 * unit,
      width: 1.9 * unit,
      pressure: 0.42,
      spread: 7,
    },
    11,
  )
  const grain = allocHeap(stage)
  layPage(noiseTile(1.5 * unit, 5), stage, grain)
  const [paper, graphite] = [colour('f4f1ea'), colour('2e2e30')]
  return ({ source, tones, carried }, to) => {
    const shade = shadeOf(source.y, stage, tones, 1.6 * unit, 0.12)
    const hatch = hatchBy(shade, tile, carried, stage)
    const lines = findLines(source.y, stage, {
      width: 1.9 * unit,
      from: 0.7,
      to: 5,
      along: 5 * unit,
    })
    const cover = allocPlane(width * height)
    graphitise({ hatch, lines, grain, shade, cover })
    mixTwo(cover, paper, graphite, to)
  }
}

const graphitise = formula(
  { planes: ['hatch', 'lines', 'grain', 'shade', 'cover'] },
  `
  tooth = 0.8 + 0.35 * grain
  smudge = 0.14 * smoothstep(0.25, 1, shade) + 0.4 * smoothstep(0.66, 1, shade)
  drawn = 1 - (1 - 0.86 * hatch * tooth) * (1 - 0.85 * lines * (0.75 + 0.35 * grain))
  cover = min(0.96, smudge + drawn * (1 - smudge))
`,
)

/** Pen and brush: black contours, shadows filled in, hatching between. */
export const ink: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const tile = hatchTile(
    {
      directions: [
        { degrees: -52, from: 0 },
        { degrees: 38, from: 0.6 },
      ],
      length: 46 * unit,
      width: 1.5 * unit,
      pressure: 1,
      spread: 3,
    },
    23,
  )
  const [paper, black] = [colour('ffffff'), colour('0a0a0a')]
  return ({ source, tones, carried }, to) => {
    const shade = shadeOf(source.y, stage, tones, 1.8 * unit, 0.4)
    const hatch = hatchBy(shade, tile, carried, stage)
    const lines = findLines(source.y, stage, {
      width: 2.6 * unit,
      from: 1.4,
      to: 3.4,
      along: 7 * unit,
    })
    const relief = findRelief(source.y, stage, tones, 2.2 * unit)
    const cover = allocPlane(width * height)
    fill({ hatch, lines, shade, relief, cover })
    mixTwo(cover, paper, black, to)
  }
}

const fill = formula(
  { planes: ['hatch', 'lines', 'shade', 'relief', 'cover'] },
  `
  solid = smoothstep(0.72, 0.78, shade)
  pen = smoothstep(0.3, 0.7, hatch) * smoothstep(0.22, 0.3, shade)
  cover = max(max(lines, solid), pen) * (1 - solid * relief)
`,
)

/** Wax on rough paper: broad strokes of strong colours that leave the pits of the paper bare where nothing is dark. */
export const crayon: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const tile = hatchTile(
    {
      directions: [
        { degrees: -42, from: 0 },
        { degrees: -74, from: 0.55 },
      ],
      length: 74 * unit,
      width: 5.2 * unit,
      pressure: 0.72,
      spread: 9,
    },
    67,
  )
  const pits = paperTile(2 * unit, 69)
  const paper = colour('faf6ec')
  return ({ source, tones, carried }, to) => {
    const flat = flatAreas(source, 5 * unit)
    const half = halfOf(stage)
    const vivid = allocPlane(half.width * half.height)
    const { u, v } = flat
    measureColour({ u, v, vivid })
    const shade = shadeOf(flat.y, stage, tones, 1.2 * unit, 0.1)
    load({ shade, vivid: doubleSize(vivid, half, stage) })
    const hatch = hatchBy(shade, tile, carried, stage)
    const grain = allocPlane(width * height)
    drawCarried(carried, stage, grain, (x, y) => tileAt(pits.values, x, y))
    const lines = findLines(source.y, stage, {
      width: 3.2 * unit,
      from: 1.3,
      to: 6,
      along: 6 * unit,
    })
    const wax = allocPlane(width * height)
    const { black, white } = tones
    rub(
      { hatch, lines, grain, shade, luma: flat.y, wax, to: to.y },
      { black, range: white - black, paper: paper.y },
    )
    const cover = halveSize(wax, stage, half)
    const luma = halveSize(flat.y, stage, half)
    colourWax({ u, luma, cover, to: to.u }, { paper: paper.u })
    colourWax({ u: v, luma, cover, to: to.v }, { paper: paper.v })
  }
}

const measureColour = formula(
  { planes: ['u', 'v', 'vivid'] },
  'vivid = min(1, hypot(u - 128, v - 128) / 46)',
)

const load = formula(
  { planes: ['shade', 'vivid'] },
  'shade = min(0.86 + 0.13 * smoothstep(0.5, 0.85, shade), 0.27 + 0.6 * shade + 0.25 * vivid)',
)

const rub = formula(
  {
    planes: ['hatch', 'lines', 'grain', 'shade', 'luma', 'wax', 'to'],
    scalars: ['black', 'range', 'paper'],
  },
  `
  pressed = max(max(hatch, 0.9 * lines), 0.74 * smoothstep(0.42, 0.95, shade))
  pits = grain * (0.85 - 0.32 * smoothstep(0.6, 0.9, shade))
  wax = smoothstep(-0.22, 0.5, 1.15 * pressed - pits + 0.14) * (0.96 - 0.1 * grain)
  tone = min(1, max(0, (luma - black) / range))
  own = 16 + 219 * (0.1 + 0.83 * tone) * (1 - 0.62 * lines) - 26 * (hatch - 0.5) + 14 * (grain - 0.5)
  to = paper + wax * (own - paper)
`,
)

const colourWax = formula(
  { planes: ['u', 'luma', 'cover', 'to'], scalars: ['paper'] },
  `
  a = u - 128
  lit = smoothstep(${VIVIDNESS_SHADE.from}, ${VIVIDNESS_SHADE.to}, luma)
  strong = 128 + (1 + lit) * a / (1 + 0.008 * abs(a))
  to = paper + cover * (strong - paper)
`,
)

/** How dark a drawing is to be, 0 to 1. @param open how much more paper than the picture's tones it leaves, 0 to 1 */
export function shadeOf(
  luma: Float32Array,
  size: Size,
  { black, white }: ToneRange,
  sigma: number,
  open: number,
): Float32Array {
  const shade = blur(luma, size, sigma)
  darken({ shade }, { black, range: white - black, open })
  return shade
}

const darken = formula(
  { planes: ['shade'], scalars: ['black', 'range', 'open'] },
  `
  dark = min(1, max(0, 1 - (shade - black) / range))
  shade = dark * (1 - open + open * dark)
`,
)

/** Hatching of the tones that `shade` asks for, carried along. */
export function hatchBy(
  shade: Float32Array,
  tile: HatchTile,
  carried: Carried,
  size: Size,
): Float32Array {
  const hatch = allocPlane(shade.length)
  drawCarried(carried, size, hatch, (x, y, at) => {
    const tone = shade[at]!
    return tone < 0.004 ? 0 : hatchAt(tile, x, y, tone)
  })
  return hatch
}

function allocHeap({ width, height }: Size): Float32Array {
  return new Float32Array(width * height)
}
