import { DENIM, GRASS, KNIT, LEATHER, SAND, WATER } from '../tuning.ts'
import { cells, fractal, noise, visible } from './noise.ts'
import { blend, type Paint, times } from './texture.ts'

/**
 * Twill: diagonal ribs of 2 mm, warp threads dyed unevenly. From farther away, where they are finer than pixels, they
 * are drawn twice as wide, or four times and so on, and ever fainter: without any weave it is no denim.
 */
export const denim: Paint = (x, y, pixel) => {
  const { rib, thread, worn, pale } = DENIM
  const coarser = 2 ** Math.max(0, Math.ceil(Math.log2((rib.drawn * pixel) / rib.wide)))
  const [across, down] = [x / coarser, y / coarser]
  const faint = coarser ** -0.5
  const ribs = Math.sin(((across + down) * 2 * Math.PI) / rib.wide) * faint
  const threads = 0.5 + (noise(across * thread.close, down / thread.long, 61) - 0.5) * faint
  const patches = fractal(x, y, worn.period, pixel, 67)
  const by = rib.pale * ribs + thread.pale * (threads - 0.5) + worn.pale * (patches - 0.5)
  return blend([50, 72, 112], [132, 152, 180], pale.least + pale.by * by)
}

/** Stocking stitch: columns of V-shaped stitches, 1 cm wide and 0.8 cm high. */
export const knit: Paint = (x, y, pixel) => {
  const column = Math.floor(x)
  const across = x - column - 0.5
  const { round, fibre, stitch, tone } = KNIT
  const slanted = y / KNIT.high + KNIT.slant * Math.abs(across)
  const along = slanted - Math.floor(slanted)
  const high = Math.sin(Math.PI * along) ** round.along
  const wide = Math.cos(Math.PI * across * round.wide) ** round.across
  const raised = Number.isNaN(high * wide) ? 0 : high * wide
  const fibres = fibre.by * (fractal(x * fibre.close, y, fibre.period, pixel, 71) - 0.5)
  const stitches = visible(stitch.fine, pixel) * stitch.by * (raised - 0.5)
  return times([226, 214, 196], tone.least + stitches + fibres + tone.more)
}

/** Grain of cells a few millimetres wide, with darker creases between them. */
export const leather: Paint = (x, y, pixel) => {
  const { bent, cell, crease, worn, least } = LEATHER
  const by = bent.by * fractal(x, y, bent.period, pixel, 83)
  const [nearest, second] = cells((x + by) / cell, (y - by) / cell, 89)
  const creased = Math.max(0, 1 - (second - nearest) / crease.wide) * visible(crease.fine, pixel)
  const patches = worn.more * fractal(x, y, worn.period, pixel, 97)
  return times([112, 66, 40], least + patches - crease.dark * creased)
}

/** Blades of many greens in clumps, dry ones between them. */
export const grass: Paint = (x, y, pixel) => {
  const { lean, blade, fine, clump, dry } = GRASS
  const by = lean.by * noise(x / lean.along, y / lean.down, 101)
  const broad = noise((x + by) * blade.close, y / blade.long, 103)
  const thin = noise((x - by) * fine.close, y / fine.long, 107) * visible(fine.seen, pixel)
  const clumps = fractal(x, y, clump.period, pixel, 109) - clump.middle
  const dried = Math.max(0, noise(x / dry.along, y / dry.down, 113) - dry.from) * dry.times
  const yellow = blade.yellow * broad + fine.yellow * thin + clump.yellow * clumps
  const green = blend([44, 74, 26], [126, 160, 66], yellow)
  return blend(green, [172, 158, 96], dried * dry.most)
}

/** Grains, and ripples that the wind makes. */
export const sand: Paint = (x, y, pixel) => {
  const { least, bent, ripple, grain, cloud } = SAND
  const by = bent.by * fractal(x, y, bent.period, pixel, 127)
  const ripples = ripple.by * (Math.sin((y + by) * ripple.dense) * 0.5 + 0.5)
  const grains = noise(x * grain.close, y * grain.close, 131) * visible(grain.fine, pixel)
  const clouds = cloud.by * (fractal(x, y, cloud.period, pixel, 137) - 0.5)
  return times([214, 188, 144], least + ripples + grain.by * (grains - 0.5) + clouds)
}

/** Waves seen at a slant: long across, short up and down, with the sky on their crests. */
export const water: Paint = (x, y, pixel) => {
  const { bent, wave, swell, crest } = WATER
  const by = bent.by * fractal(x / bent.longer, y, bent.period, pixel, 139)
  const waves = fractal((x + by) / wave.longer, y + bent.down * by, wave.period, pixel / 2, 149)
  const swells = fractal(x / swell.longer, y, swell.period, pixel, 151)
  const crests = Math.max(0, waves - crest.from) * crest.times
  const bright = wave.bright * waves + swell.bright * (swells - 0.5)
  const body = blend([22, 62, 88], [70, 124, 146], bright)
  return blend(body, [218, 232, 240], Math.min(1, crests))
}
