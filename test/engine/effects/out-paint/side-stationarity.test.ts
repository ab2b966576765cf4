import { expect, it } from 'vitest'
import { extendPicture } from '../../../../engine/effects/out-paint/extend-picture.ts'
import { marginLevel } from '../../../../engine/effects/out-paint/margin-level.ts'
import { sideStationarity } from '../../../../engine/effects/out-paint/side-stationarity.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'

const [WIDTH, HEIGHT, MARGIN] = [120, 90, 40]

/** Chequered cloth in the left half and fine noise over a gradient in the right, with a margin on both sides. */
function clothAndSand(): Picture {
  const width = WIDTH + 2 * MARGIN
  const data = new Uint8ClampedArray(4 * width * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isLight = (Math.floor(x / 11) + Math.floor(y / 13)) % 2 === 0
      const grain = ((x * 7919 + y * 104_729) % 31) - 15
      const cloth = isLight ? [230, 40, 50] : [30, 40, 160]
      const sand = [150 + x / 3 + grain, 140 + x / 3 + grain, 110 + x / 3 + grain]
      data.set([...(x < WIDTH / 2 ? cloth : sand), 255], 4 * (y * width + MARGIN + x))
    }
  }
  return { width, height: HEIGHT, data }
}

it('tells a surface from things', async () => {
  const { level, inside } = await marginLevel(clothAndSand())
  const stationary = sideStationarity(level, inside)
  for (let y = 0; y < HEIGHT; y++) {
    const row = y * level.width
    expect(stationary[row]).toBeLessThan(0.1)
    expect(stationary[row + level.width - 1]).toBeGreaterThan(0.9)
  }
})

it('takes a lit spot for a part of the table it lies on, but not half a table', async () => {
  const leastOf = async (from: number, to: number): Promise<number> => {
    const { level, inside } = await marginLevel(tableWithSpot(from, to))
    const stationary = sideStationarity(level, inside)
    return Math.min(...Array.from({ length: HEIGHT }, (_, y) => stationary[y * level.width]!))
  }
  expect(await leastOf(42, 50)).toBeGreaterThan(0.7)
  expect(await leastOf(20, 70)).toBeLessThan(0.2)
})

/** A plain table with light falling on it in spots between two heights, with a margin at the left. */
function tableWithSpot(from: number, to: number): Picture {
  const width = WIDTH + MARGIN
  const data = new Uint8ClampedArray(4 * width * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const isLit = y >= from && y < to && Math.floor(x / 8) % 2 === 0
      data.set(isLit ? [250, 240, 220, 255] : [120, 80, 50, 255], 4 * (y * width + MARGIN + x))
    }
  }
  return { width, height: HEIGHT, data }
}

it('things end in calm colour, and nothing of them is repeated', async () => {
  const { picture, calmed } = await extendPicture(clothAndSand(), [], async () => {})
  expect(calmed.left).toBeGreaterThan(0.95)
  expect(calmed.right).toBeLessThan(0.3)
  // Neighbours differ by hardly a level, where the cloth has steps of two hundred.
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 1; x < MARGIN - 12; x++) {
      const i = 4 * (y * picture.width + x)
      expect(Math.abs(picture.data[i]! - picture.data[i - 4]!)).toBeLessThan(6)
    }
  }
})
