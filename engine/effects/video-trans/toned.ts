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
import { DUOTONE, LINOCUT, NEON } from './tuning.ts'
import { mixTwo } from './two-colours.ts'

/** Carved in linoleum: one ink, and gouges that follow the forms. */
export const linocut: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const half = halfOf(stage)
  const [paper, black] = [colour(LINOCUT.paper), colour(LINOCUT.ink)]
  const noise = noiseTile(LINOCUT.noise * unit, 53)
  return (moment, to) => {
    const { source, tones } = moment
    const shade = shadeOf(source.y, stage, tones, LINOCUT.shade)
    const small = carriedSmall(noise, moment, stage)
    const [drawn] = drawOut(
      [small, small, small],
      formsOf(source, LINOCUT.forms * unit),
      half,
      LINOCUT.passes,
    )
    const streaks = doubleSize(drawn, half, stage)
    const broad = blur(shade, stage, LINOCUT.broad * unit)
    const relief = findRelief(source.y, stage, tones, LINOCUT.relief * unit)
    const cover = allocPlane(width * height)
    carve({ shade, broad, streaks, relief, cover })
    mixTwo(cover, paper, black, to)
  }
}

const carve = formula(
  { planes: ['shade', 'broad', 'streaks', 'relief', 'cover'] },
  `
  sharp = shade + ${LINOCUT.sharper} * (shade - broad)
  gouge = (streaks - 0.5) * ${LINOCUT.gouge.by}
  far = abs(sharp - ${LINOCUT.middle}) * ${LINOCUT.gouge.far}
  gouged = gouge * (1 - smoothstep(${LINOCUT.gouge.whole}, ${LINOCUT.gouge.none}, far))
  ground = smoothstep(-${LINOCUT.edge}, ${LINOCUT.edge}, sharp - ${LINOCUT.middle} + gouged)
  bare = smoothstep(${LINOCUT.bare.from}, ${LINOCUT.bare.to}, relief)
  cover = ground * (1 - bare * smoothstep(${LINOCUT.dark.from}, ${LINOCUT.dark.to}, shade))
`,
)

/** Two inks from shadow to light, with a fine grain of print. */
export const duotone: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const [dark, light] = [colour(DUOTONE.dark), colour(DUOTONE.light)]
  const grain = noiseTile(DUOTONE.grain * unit, 61)
  return ({ source, tones, carried }, to) => {
    const { black, white } = tones
    const noise = allocPlane(width * height)
    drawCarried(carried, stage, noise, (x, y) => tileAt(grain.values, x, y))
    const broad = blur(source.y, stage, DUOTONE.broad * unit)
    const cover = allocPlane(width * height)
    grade({ luma: source.y, broad, noise, cover }, { black, range: white - black })
    mixTwo(cover, dark, { ...light, y: light.y + DUOTONE.lighter }, to)
  }
}

const grade = formula(
  { planes: ['luma', 'broad', 'noise', 'cover'], scalars: ['black', 'range'] },
  `
  tone = min(1, max(0, (luma + ${DUOTONE.sharper} * (luma - broad) - black) / range))
  curve = tone * tone * (3 - 2 * tone)
  cover = ${DUOTONE.straight} * tone + ${1 - DUOTONE.straight} * curve + ${DUOTONE.noise} * (noise - 0.5)
`,
)

/** Contours that glow in the dark, in two colours by their direction. */
export const neonEdges: Style = (stage) => {
  const { width, height, unit, colour } = stage
  const half = halfOf(stage)
  const [night, cyan, magenta] = [colour(NEON.night), colour(NEON.cyan), colour(NEON.magenta)]
  return ({ source }, to) => {
    const fine = blur(source.y, stage, NEON.fine * unit)
    const edges = allocPlane(width * height)
    const shares = allocPlane(width * height)
    gradient(fine, width, height, edges, shares)
    const smooth = blur(shares, stage, NEON.around * unit)
    const strength = blur(edges, stage, NEON.around * unit)
    const core = allocPlane(width * height)
    const mixed = allocPlane(width * height)
    light({ edges, core })
    blend({ smooth, strength, mixed })
    const near = blur(core, stage, NEON.glow.near.sigma * unit)
    const far = blur(core, stage, NEON.glow.far.sigma * unit)
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
  shares = edges > ${NEON.none} ? x * x / edges : 0
`,
)

const light = formula(
  { planes: ['edges', 'core'] },
  `core = smoothstep(${NEON.edge.from}, ${NEON.edge.to}, edges)`,
)

const blend = formula(
  { planes: ['smooth', 'strength', 'mixed'] },
  `mixed = smoothstep(${NEON.across.from}, ${NEON.across.to}, smooth / (strength + ${NEON.none}))`,
)

const bloom = formula(
  { planes: ['core', 'near', 'far', 'glow'] },
  `glow = min(1, ${NEON.glow.core} * core + ${NEON.glow.near.by} * near + ${NEON.glow.far.by} * far)`,
)

const shineOut = formula(
  { planes: ['glow', 'core', 'mixed', 'luma', 'to'], scalars: ['night', 'cyan', 'magenta'] },
  `
  neon = cyan + mixed * (magenta - cyan)
  dim = night + ${NEON.dim} * (luma - 16)
  to = dim + glow * (neon - dim) + ${NEON.hot} * core * core
`,
)

const dye = formula(
  { planes: ['colours', 'which', 'hot', 'to'], scalars: ['night', 'cyan', 'magenta'] },
  `
  neon = cyan + which * (magenta - cyan)
  to = night + colours * (neon - night) * (1 - ${NEON.pale} * hot * hot)
`,
)
