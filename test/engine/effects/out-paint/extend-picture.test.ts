import { expect, it } from 'vitest'
import { extendPicture } from '../../../../engine/effects/out-paint/extend-picture.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'

const [WIDTH, HEIGHT, MARGIN] = [120, 90, 40]

/** Sand with grain and red specks on its upper half, with a margin at the left. */
function sand(): Picture {
  const width = WIDTH + MARGIN
  const data = new Uint8ClampedArray(4 * width * HEIGHT)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const grain = ((x * 7919 + y * 104_729) % 31) - 15
      const isThing = y < 50 && x % 8 < 2 && y % 8 < 2
      const colour = isThing ? [190, 90, 80] : [150 + grain, 140 + grain, 110 + grain]
      data.set([...colour, 255], 4 * (y * width + MARGIN + x))
    }
  }
  return { width, height: HEIGHT, data }
}

/** Somebody where the specks are. */
function around(): Mask {
  const data = new Uint8Array(WIDTH * HEIGHT)
  data.fill(255, 0, 55 * WIDTH)
  return { width: WIDTH, height: HEIGHT, data }
}

it('ground goes on where somebody is only guessed, and nothing of them is copied', async () => {
  const wait = async (): Promise<void> => {}
  const mask = around()
  const guarded = await extendPicture(sand(), { guarded: [mask], guessed: [] }, wait)
  const guessed = await extendPicture(sand(), { guarded: [], guessed: [mask] }, wait)
  expect(guarded.calmed.left).toBeGreaterThan(0.12)
  expect(guessed.calmed.left).toBeLessThan(0.05)
  const reddest = (picture: Picture): number => {
    let most = 0
    for (let y = 0; y < HEIGHT; y++) {
      for (let x = 0; x < MARGIN; x++) {
        const i = 4 * (y * picture.width + x)
        most = Math.max(most, picture.data[i]! - picture.data[i + 1]!)
      }
    }
    return most
  }
  expect(reddest(guessed.picture)).toBeLessThan(40)
  const free = await extendPicture(sand(), { guarded: [], guessed: [] }, wait)
  expect(reddest(free.picture)).toBeGreaterThan(80)
})
