import { BRICK, MARBLE, METAL, STONE, WOOD } from '../tuning.ts'
import { cells, fractal, hash, noise, visible } from './noise.ts'
import { blend, type Paint, times } from './texture.ts'

/** Planks of 12 cm: year rings cut lengthwise, pores, and a gap between planks. */
export const wood: Paint = (x, y, pixel) => {
  const { bent, rings, pores, tone, gap } = WOOD
  const plank = Math.floor(y / WOOD.plank)
  const across = y - WOOD.plank * plank
  const along = x + WOOD.cut * hash(plank, 0, 3)
  const grain =
    across + bent.by * fractal(along / bent.stretched, across, bent.period, pixel, 11 + plank)
  const uneven = rings.uneven * noise(along / rings.period, plank, 5)
  const ring = 0.5 + 0.5 * Math.sin(grain * rings.dense + uneven)
  const pore = noise(along / pores.long, y * pores.close, 7) ** pores.power
  const open = pore * visible(pores.fine, pixel)
  const dark = rings.dark * ring ** rings.power + pores.dark * open
  const colour = blend([186, 132, 84], [122, 76, 42], dark)
  const isGap = Math.min(across, WOOD.plank - across) < gap.half
  const deep = isGap ? gap.dark + (1 - gap.dark) * (1 - visible(gap.fine, pixel)) : 1
  return times(colour, (tone.least + tone.more * hash(plank, 1, 3)) * deep)
}

/** White with grey veins, broad and faint ones and thin dark ones. */
export const marble: Paint = (x, y, pixel) => {
  const { bent, cloud, vein } = MARBLE
  const wx = bent.by * fractal(x, y, bent.period, pixel, 21)
  const wy = bent.by * fractal(x, y, bent.period, pixel, 41)
  const broad = fractal(x + cloud.bent * wx, y + cloud.bent * wy, cloud.period, pixel, 61)
  const crossed = fractal(x + vein.right * wx, y - vein.down * wy, vein.period, pixel, 81)
  const thin = Math.max(0, 1 - Math.abs(2 * crossed - 1) / vein.thin)
  const veined = thin * fractal(x, y, vein.broken, pixel, 5)
  const clouded = cloud.grey * Math.max(0, broad - cloud.from) * cloud.times
  const grey = Math.min(1, clouded + vein.grey * veined)
  return blend([240, 238, 233], [128, 130, 136], grey)
}

/** Bricks of 21 x 6.5 cm in running bond, each of another red, with sanded joints of 1 cm. */
export const brick: Paint = (x, y, pixel) => {
  const { long, high, joint, rough, sand, shade, burnt } = BRICK
  const row = Math.floor(y / high)
  const shifted = x + (row % 2) * BRICK.shifted
  const column = Math.floor(shifted / long)
  const [along, down] = [shifted - long * column, y - high * row]
  const edge = Math.min(along - joint, long - joint - along)
  const worn = rough.by * (fractal(x, y, rough.period, pixel, 9) - 0.5)
  const rim = Math.min(edge, down - joint, high - joint - down) + worn
  const sanded = sand.least + sand.more * fractal(x, y, sand.period, pixel, 13)
  if (rim < 0) return times([190, 182, 170], sanded * (rim > shade.under ? shade.dark : 1))
  const fired = blend([166, 82, 58], [120, 52, 40], hash(column, row, 17))
  const tone = burnt.least + burnt.more * fractal(x, y, burnt.period, pixel, 29)
  return times(fired, tone * sanded)
}

/** Cast concrete: clouds, fine sand, and single pits. */
export const stone: Paint = (x, y, pixel) => {
  const { least, cloud, sand, pits } = STONE
  const clouded = cloud.more * fractal(x, y, cloud.period, pixel, 31)
  const sanded = sand.by * (fractal(x, y, sand.period, pixel, 37) - 0.5)
  const [pit] = cells(x / pits.cell, y / pits.cell, 43)
  const dark = pit < pits.wide ? 1 - pits.dark * visible(pits.fine, pixel) : 1
  return times([158, 156, 150], (least + clouded + sanded) * dark)
}

/** Steel brushed from left to right. */
export const metal: Paint = (x, y, pixel) => {
  const { least, broad, brushed } = METAL
  const fine = noise(x / brushed.long, y * brushed.close, 51) * visible(brushed.fine, pixel)
  const streaks = broad.more * noise(x / broad.long, y * broad.close, 57)
  return times([176, 180, 186], least + streaks + brushed.by * (fine - 0.5))
}
