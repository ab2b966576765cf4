import { cells, fractal, hash, noise, visible } from './noise.ts'
import { blend, type Paint, times } from './texture.ts'

/** Planks of 12 cm: year rings cut lengthwise, pores, and a gap between planks. */
export const wood: Paint = (x, y, pixel) => {
  const plank = Math.floor(y / 12)
  const across = y - 12 * plank
  const along = x + 70 * hash(plank, 0, 3)
  const bent = across + 5 * fractal(along / 9, across, 6, pixel, 11 + plank)
  const ring = 0.5 + 0.5 * Math.sin(bent * 2.3 + 3 * noise(along / 30, plank, 5))
  const pores = noise(along / 1.5, y * 9, 7) ** 3 * visible(0.11, pixel)
  const tone = 0.86 + 0.28 * hash(plank, 1, 3)
  const colour = blend([186, 132, 84], [122, 76, 42], 0.75 * ring ** 1.6 + 0.4 * pores)
  const gap = Math.min(across, 12 - across) < 0.18 ? 0.5 + 0.5 * (1 - visible(0.36, pixel)) : 1
  return times(colour, tone * gap)
}

/** White with grey veins, broad and faint ones and thin dark ones. */
export const marble: Paint = (x, y, pixel) => {
  const [wx, wy] = [9 * fractal(x, y, 22, pixel, 21), 9 * fractal(x, y, 22, pixel, 41)]
  const cloud = fractal(x + 2 * wx, y + 2 * wy, 26, pixel, 61)
  const vein = Math.abs(2 * fractal(x + 2.4 * wx, y - 1.6 * wy, 18, pixel, 81) - 1)
  const thin = Math.max(0, 1 - vein / 0.07) * fractal(x, y, 12, pixel, 5)
  const grey = Math.min(1, 0.55 * Math.max(0, cloud - 0.42) * 2 + 0.85 * thin)
  return blend([240, 238, 233], [128, 130, 136], grey)
}

/** Bricks of 21 x 6.5 cm in running bond, each of another red, with sanded joints of 1 cm. */
export const brick: Paint = (x, y, pixel) => {
  const row = Math.floor(y / 7.5)
  const shifted = x + (row % 2) * 11
  const column = Math.floor(shifted / 22)
  const rough = 0.5 * (fractal(x, y, 2, pixel, 9) - 0.5)
  const edge = Math.min(shifted - 22 * column - 0.5, 21.5 - (shifted - 22 * column))
  const rim = Math.min(edge, y - 7.5 * row - 0.5, 7 - (y - 7.5 * row)) + rough
  const sand = 0.9 + 0.2 * fractal(x, y, 0.7, pixel, 13)
  if (rim < 0) return times([190, 182, 170], sand * (rim > -0.2 ? 0.86 : 1))
  const fired = blend([166, 82, 58], [120, 52, 40], hash(column, row, 17))
  const burnt = 0.82 + 0.36 * fractal(x, y, 5, pixel, 29)
  return times(fired, burnt * sand)
}

/** Cast concrete: clouds, fine sand, and single pits. */
export const stone: Paint = (x, y, pixel) => {
  const cloud = fractal(x, y, 34, pixel, 31)
  const sand = fractal(x, y, 1.2, pixel, 37)
  const [pit] = cells(x / 3, y / 3, 43)
  const dark = pit < 0.09 ? 1 - 0.3 * visible(0.5, pixel) : 1
  return times([158, 156, 150], (0.8 + 0.26 * cloud + 0.16 * (sand - 0.5)) * dark)
}

/** Steel brushed from left to right. */
export const metal: Paint = (x, y, pixel) => {
  const brushed = noise(x / 9, y * 12, 51) * visible(0.09, pixel)
  const broad = noise(x / 30, y * 1.6, 57)
  return times([176, 180, 186], 0.9 + 0.12 * broad + 0.1 * (brushed - 0.5))
}
