import type { Picture } from '../../../../engine/raster/picture.ts'

/** Vertical dark lines, two pixels wide, every twelve. */
export function lines({ width, height }: Picture): Picture {
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let i = 0; i < width * height; i++) {
    if ((i % width) % 12 < 2) data.fill(0, i * 4, i * 4 + 3)
  }
  return { width, height, data }
}

/** By how many pixels a line of {@link lines} is displaced at most, among the pixels that `counts`. */
export function bend(
  straight: Picture,
  bent: Picture,
  counts: (x: number, y: number) => boolean,
): number {
  const { width, height } = straight
  let most = 0
  for (let y = 0; y < height; y++) {
    for (let x = 12; x + 12 < width; x += 12) {
      if (!counts(x, y)) continue
      let sum = 0
      let weight = 0
      for (let k = -5; k <= 6; k++) {
        const dark = 255 - bent.data[(y * width + x + k) * 4]!
        sum += dark * (k - 0.5)
        weight += dark
      }
      if (weight > 0) most = Math.max(most, Math.abs(sum / weight))
    }
  }
  return most
}
