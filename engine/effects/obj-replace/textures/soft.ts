import { cells, fractal, noise, visible } from './noise.ts'
import { blend, type Paint, times } from './texture.ts'

/**
 * Twill: diagonal ribs of 2 mm, warp threads dyed unevenly. From farther away, where they are finer than pixels, they
 * are drawn twice as wide, or four times and so on, and ever fainter: without any weave it is no denim.
 */
export const denim: Paint = (x, y, pixel) => {
  const coarser = 2 ** Math.max(0, Math.ceil(Math.log2((3.2 * pixel) / 0.22)))
  const [across, down] = [x / coarser, y / coarser]
  const faint = coarser ** -0.5
  const rib = Math.sin(((across + down) * 2 * Math.PI) / 0.22) * faint
  const thread = 0.5 + (noise(across * 9, down / 3, 61) - 0.5) * faint
  const worn = fractal(x, y, 9, pixel, 67)
  const pale = 0.22 * rib + 0.5 * (thread - 0.5) + 0.7 * (worn - 0.5)
  return blend([50, 72, 112], [132, 152, 180], 0.42 + 0.6 * pale)
}

/** Stocking stitch: columns of V-shaped stitches, 1 cm wide and 0.8 cm high. */
export const knit: Paint = (x, y, pixel) => {
  const column = Math.floor(x)
  const across = x - column - 0.5
  const slanted = y / 0.8 + 1.1 * Math.abs(across)
  const along = slanted - Math.floor(slanted)
  const round = Math.sin(Math.PI * along) ** 0.6 * Math.cos(Math.PI * across * 0.92) ** 0.4
  const fibre = fractal(x * 3, y, 0.5, pixel, 71)
  const seen = visible(0.8, pixel)
  const light = 0.78 + seen * 0.3 * ((Number.isNaN(round) ? 0 : round) - 0.5) + 0.16 * (fibre - 0.5)
  return times([226, 214, 196], light + 0.08)
}

/** Grain of cells a few millimetres wide, with darker creases between them. */
export const leather: Paint = (x, y, pixel) => {
  const bent = 0.3 * fractal(x, y, 2, pixel, 83)
  const [nearest, second] = cells((x + bent) / 0.5, (y - bent) / 0.5, 89)
  const crease = Math.max(0, 1 - (second - nearest) / 0.16) * visible(0.5, pixel)
  const worn = fractal(x, y, 16, pixel, 97)
  return times([112, 66, 40], 0.84 + 0.34 * worn - 0.3 * crease)
}

/** Blades of many greens in clumps, dry ones between them. */
export const grass: Paint = (x, y, pixel) => {
  const lean = 1.5 * noise(x / 5, y / 4, 101)
  const blade = noise((x + lean) * 2.4, y / 2.6, 103)
  const fine = noise((x - lean) * 4.2, y / 1.8, 107) * visible(0.24, pixel)
  const clump = fractal(x, y, 18, pixel, 109)
  const dry = Math.max(0, noise(x / 2, y / 5, 113) - 0.7) * 2
  const green = blend([44, 74, 26], [126, 160, 66], 0.6 * blade + 0.35 * fine + 0.5 * (clump - 0.4))
  return blend(green, [172, 158, 96], dry * 0.5)
}

/** Grains, and ripples that the wind makes. */
export const sand: Paint = (x, y, pixel) => {
  const bent = 7 * fractal(x, y, 24, pixel, 127)
  const ripple = Math.sin((y + bent) * 0.9) * 0.5 + 0.5
  const grain = noise(x * 11, y * 11, 131) * visible(0.09, pixel)
  const cloud = fractal(x, y, 40, pixel, 137)
  return times([214, 188, 144], 0.84 + 0.12 * ripple + 0.14 * (grain - 0.5) + 0.14 * (cloud - 0.5))
}

/** Waves seen at a slant: long across, short up and down, with the sky on their crests. */
export const water: Paint = (x, y, pixel) => {
  const bent = 6 * fractal(x / 2, y, 16, pixel, 139)
  const wave = fractal((x + bent) / 5, y + 0.3 * bent, 5, pixel / 2, 149)
  const swell = fractal(x / 6, y, 30, pixel, 151)
  const crest = Math.max(0, wave - 0.62) * 2.6
  const body = blend([22, 62, 88], [70, 124, 146], 0.9 * wave + 0.4 * (swell - 0.5))
  return blend(body, [218, 232, 240], Math.min(1, crest))
}
