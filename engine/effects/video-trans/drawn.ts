import type { Size } from '../../geometry/size.ts'
import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { doubleSize, halveSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import type { Carried } from './carried-field.ts'
import { findLines, scaleLines } from './find-lines.ts'
import { findRelief } from './find-relief.ts'
import { flatAreas } from './flat-areas.ts'
import { type HatchTile, hatchAt, hatchTile } from './hatch-tile.ts'
import { halfOf } from './planes.ts'
import type { Stage, Style } from './style.ts'
import { drawCarried, layPage, noiseTile, paperTile, tileAt } from './tile.ts'
import type { ToneRange } from './tone.ts'
import { CRAYON, HATCHING, INK, PENCIL, VIVIDNESS_SHADE } from './tuning.ts'
import { mixTwo } from './two-colours.ts'

/** Graphite on toothed paper: shading in layers of hatching, and contours. */
export const pencil: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const tile = hatchTile(PENCIL.hatching, unit, 11)
  const grain = allocHeap(stage)
  layPage(noiseTile(PENCIL.grain * unit, 5), stage, grain)
  const [paper, graphite] = [colour(PENCIL.paper), colour(PENCIL.graphite)]
  return ({ source, tones, carried }, to) => {
    const shade = shadeOf(source.y, stage, tones, PENCIL.shade)
    const hatch = hatchBy(shade, tile, carried, stage)
    const lines = findLines(source.y, stage, scaleLines(PENCIL.lines, unit))
    const cover = allocPlane(width * height)
    graphitise({ hatch, lines, grain, shade, cover })
    mixTwo(cover, paper, graphite, to)
  }
}

const graphitise = formula(
  { planes: ['hatch', 'lines', 'grain', 'shade', 'cover'] },
  `
  tooth = ${PENCIL.tooth.least} + ${PENCIL.tooth.grain} * grain
  pale = ${PENCIL.smudge.light.by} * smoothstep(${PENCIL.smudge.light.from}, 1, shade)
  smudge = pale + ${PENCIL.smudge.dark.by} * smoothstep(${PENCIL.smudge.dark.from}, 1, shade)
  contour = ${PENCIL.contour.by} * lines * (${PENCIL.contour.least} + ${PENCIL.tooth.grain} * grain)
  drawn = 1 - (1 - ${PENCIL.stroke} * hatch * tooth) * (1 - contour)
  cover = min(${PENCIL.most}, smudge + drawn * (1 - smudge))
`,
)

/** Pen and brush: black contours, shadows filled in, hatching between. */
export const ink: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const tile = hatchTile(INK.hatching, unit, 23)
  const [paper, black] = [colour(INK.paper), colour(INK.black)]
  return ({ source, tones, carried }, to) => {
    const shade = shadeOf(source.y, stage, tones, INK.shade)
    const hatch = hatchBy(shade, tile, carried, stage)
    const lines = findLines(source.y, stage, scaleLines(INK.lines, unit))
    const relief = findRelief(source.y, stage, tones, INK.relief * unit)
    const cover = allocPlane(width * height)
    fill({ hatch, lines, shade, relief, cover })
    mixTwo(cover, paper, black, to)
  }
}

const fill = formula(
  { planes: ['hatch', 'lines', 'shade', 'relief', 'cover'] },
  `
  solid = smoothstep(${INK.solid.from}, ${INK.solid.to}, shade)
  pen = smoothstep(${INK.pen.from}, ${INK.pen.to}, hatch) * smoothstep(${INK.hatched.from}, ${INK.hatched.to}, shade)
  cover = max(max(lines, solid), pen) * (1 - solid * relief)
`,
)

/** Wax on rough paper: broad strokes of strong colours that leave the pits of the paper bare where nothing is dark. */
export const crayon: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const tile = hatchTile(CRAYON.hatching, unit, 67)
  const pits = paperTile(CRAYON.grain * unit, 69)
  const paper = colour(CRAYON.paper)
  return ({ source, tones, carried }, to) => {
    const flat = flatAreas(source, CRAYON.flat * unit)
    const half = halfOf(stage)
    const vivid = allocPlane(half.width * half.height)
    const { u, v } = flat
    measureColour({ u, v, vivid })
    const shade = shadeOf(flat.y, stage, tones, CRAYON.shade)
    load({ shade, vivid: doubleSize(vivid, half, stage) })
    const hatch = hatchBy(shade, tile, carried, stage)
    const grain = allocPlane(width * height)
    drawCarried(carried, stage, grain, (x, y) => tileAt(pits.values, x, y))
    const lines = findLines(source.y, stage, scaleLines(CRAYON.lines, unit))
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
  `vivid = min(1, hypot(u - 128, v - 128) / ${CRAYON.vivid})`,
)

const load = formula(
  { planes: ['shade', 'vivid'] },
  `
  dark = smoothstep(${CRAYON.load.dark.from}, ${CRAYON.load.dark.to}, shade)
  most = ${CRAYON.load.most} + ${CRAYON.load.dark.by} * dark
  shade = min(most, ${CRAYON.load.least} + ${CRAYON.load.shade} * shade + ${CRAYON.load.vivid} * vivid)
`,
)

const rub = formula(
  {
    planes: ['hatch', 'lines', 'grain', 'shade', 'luma', 'wax', 'to'],
    scalars: ['black', 'range', 'paper'],
  },
  `
  filled = ${CRAYON.pressed.shade} * smoothstep(${CRAYON.pressed.from}, ${CRAYON.pressed.to}, shade)
  pressed = max(max(hatch, ${CRAYON.pressed.lines} * lines), filled)
  pits = grain * (${CRAYON.pits.by} - ${CRAYON.pits.less} * smoothstep(${CRAYON.pits.from}, ${CRAYON.pits.to}, shade))
  laid = ${CRAYON.wax.pressed} * pressed - pits + ${CRAYON.wax.more}
  wax = smoothstep(${CRAYON.wax.from}, ${CRAYON.wax.to}, laid) * (${CRAYON.wax.most} - ${CRAYON.wax.grain} * grain)
  tone = min(1, max(0, (luma - black) / range))
  lit = 219 * (${CRAYON.tone.least} + ${CRAYON.tone.range} * tone) * (1 - ${CRAYON.tone.lines} * lines)
  own = 16 + lit - ${CRAYON.tone.hatch} * (hatch - 0.5) + ${CRAYON.tone.grain} * (grain - 0.5)
  to = paper + wax * (own - paper)
`,
)

const colourWax = formula(
  { planes: ['u', 'luma', 'cover', 'to'], scalars: ['paper'] },
  `
  a = u - 128
  lit = smoothstep(${VIVIDNESS_SHADE.from}, ${VIVIDNESS_SHADE.to}, luma)
  strong = 128 + (1 + lit) * a / (1 + ${CRAYON.bend} * abs(a))
  to = paper + cover * (strong - paper)
`,
)

/**
 * How dark a drawing is to be, 0 to 1.
 * @param sigma of what is drawn, in fine strokes
 * @param open how much more paper than the picture's tones it leaves, 0 to 1
 */
export function shadeOf(
  luma: Float32Array,
  stage: Stage,
  { black, white }: ToneRange,
  { sigma, open }: { sigma: number; open: number },
): Float32Array {
  const shade = blur(luma, stage, sigma * stage.unit)
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
    return tone < HATCHING.bare ? 0 : hatchAt(tile, x, y, tone)
  })
  return hatch
}

function allocHeap({ width, height }: Size): Float32Array {
  return new Float32Array(width * height)
}
