import { allocPlane } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { doubleSize, halveSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import { shadeOf } from './drawn.ts'
import { findRelief } from './find-relief.ts'
import { halfOf } from './planes.ts'
import { carriedSmall, drawOut, formsOf } from './streaks.ts'
import type { Style } from './style.ts'
import { drawCarried, noiseTile, tileAt } from './tile.ts'
import { mixTwo } from './two-colours.ts'

/** Carved in linoleum: one ink, and gouges that follow the forms. */
export const linocut: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const half = halfOf(stage)
  const [paper, black] = [colour('f0e8d8'), colour('1f2f3a')]
  const noise = noiseTile(4.6 * unit, 53)
  return (moment, to) => {
    const { source, tones } = moment
    const shade = shadeOf(source.y, stage, tones, 2 * unit, 0)
    const small = carriedSmall(noise, moment, stage)
    const [drawn] = drawOut([small, small, small], formsOf(source, 18 * unit), half, 3)
    const streaks = doubleSize(drawn, half, stage)
    const broad = blur(shade, stage, 9 * unit)
    const relief = findRelief(source.y, stage, tones, 3 * unit)
    const cover = allocPlane(width * height)
    carve({ shade, broad, streaks, relief, cover })
    mixTwo(cover, paper, black, to)
  }
}

const carve = formula(
  { planes: ['shade', 'broad', 'streaks', 'relief', 'cover'] },
  `
  sharp = shade + 0.9 * (shade - broad)
  gouge = (streaks - 0.5) * 1.9
  ground = smoothstep(-0.035, 0.035, sharp - 0.46 + gouge * smoothstep(0.75, 0.5, abs(sharp - 0.46) * 1.4))
  cover = ground * (1 - smoothstep(0.3, 0.7, relief) * smoothstep(0.6, 0.72, shade))
`,
)

/** Two inks from shadow to light, with a fine grain of print. */
export const duotone: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const [dark, light] = [colour('1a1f5a'), colour('f27a6a')]
  const grain = noiseTile(1.5 * unit, 61)
  return ({ source, tones, carried }, to) => {
    const { black, white } = tones
    const noise = allocPlane(width * height)
    drawCarried(carried, stage, noise, (x, y) => tileAt(grain.values, x, y))
    const broad = blur(source.y, stage, 14 * unit)
    const cover = allocPlane(width * height)
    grade({ luma: source.y, broad, noise, cover }, { black, range: white - black })
    mixTwo(cover, dark, { ...light, y: light.y + 18 }, to)
  }
}

const grade = formula(
  { planes: ['luma', 'broad', 'noise', 'cover'], scalars: ['black', 'range'] },
  `
  tone = min(1, max(0, (luma + 0.25 * (luma - broad) - black) / range))
  curve = tone * tone * (3 - 2 * tone)
  cover = 0.3 * tone + 0.7 * curve + 0.06 * (noise - 0.5)
`,
)

/** Contours that glow in the dark, in two colours by their direction. */
export const neonEdges: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const half = halfOf(stage)
  const [night, cyan, magenta] = [colour('0a0a1a'), colour('3af2e0'), colour('f23aa8')]
  return ({ source }, to) => {
    const fine = blur(source.y, stage, 1.7 * unit)
    const edges = allocPlane(width * height)
    const shares = allocPlane(width * height)
    gradient(fine, width, height, edges, shares)
    const smooth = blur(shares, stage, 6 * unit)
    const strength = blur(edges, stage, 6 * unit)
    const core = allocPlane(width * height)
    const mixed = allocPlane(width * height)
    light({ edges, core })
    blend({ smooth, strength, mixed })
    const near = blur(core, stage, 3 * unit)
    const far = blur(core, stage, 11 * unit)
    const glow = allocPlane(width * height)
    bloom({ core, near, far, glow })
    const scalars = { night: night.y, cyan: cyan.y, magenta: magenta.y }
    shineOut({ glow, core, mixed, luma: source.y, to: to.y }, scalars)
    const colours = halveSize(glow, stage, half)
    const which = halveSize(mixed, stage, half)
    const hot = halveSize(core, stage, half)
    dye({ colours, which, hot, to: to.u }, { night: night.u, cyan: cyan.u, magenta: magenta.u })
    dye({ colours, which, hot, to: to.v }, { night: night.v, cyan: cyan.v, magenta: magenta.v })
  }
}

/** Steepness of a plane, and that part of it that lies across. */
function gradient(
  plane: Float32Array,
  width: number,
  height: number,
  edges: Float32Array,
  shares: Float32Array,
): void {
  edges.fill(0)
  shares.fill(0)
  const span = width * (height - 2) - 2
  const at = (by: number): Float32Array => plane.subarray(width + 1 + by, width + 1 + by + span)
  const to = (plane: Float32Array): Float32Array => plane.subarray(width + 1, width + 1 + span)
  steepness({
    left: at(-1),
    right: at(1),
    above: at(-width),
    below: at(width),
    edges: to(edges),
    shares: to(shares),
  })
  for (let y = 0; y < height; y++) {
    edges[y * width] = 0
    edges[y * width + width - 1] = 0
  }
}

const steepness = formula(
  { planes: ['left', 'right', 'above', 'below', 'edges', 'shares'] },
  `
  x = right - left
  y = below - above
  edges = hypot(x, y)
  shares = edges > 0.001 ? x * x / edges : 0
`,
)

const light = formula({ planes: ['edges', 'core'] }, 'core = smoothstep(3.5, 20, edges)')

const blend = formula(
  { planes: ['smooth', 'strength', 'mixed'] },
  'mixed = smoothstep(0.2, 0.8, smooth / (strength + 0.001))',
)

const bloom = formula(
  { planes: ['core', 'near', 'far', 'glow'] },
  'glow = min(1, 0.75 * core + 0.75 * near + 0.7 * far)',
)

const shineOut = formula(
  { planes: ['glow', 'core', 'mixed', 'luma', 'to'], scalars: ['night', 'cyan', 'magenta'] },
  `
  neon = cyan + mixed * (magenta - cyan)
  dim = night + 0.17 * (luma - 16)
  to = dim + glow * (neon - dim) + 46 * core * core
`,
)

const dye = formula(
  { planes: ['colours', 'which', 'hot', 'to'], scalars: ['night', 'cyan', 'magenta'] },
  `
  neon = cyan + which * (magenta - cyan)
  to = night + colours * (neon - night) * (1 - 0.3 * hot * hot)
`,
)
