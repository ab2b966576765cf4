import { expect, test } from 'vitest'
import { inpaint } from '../../../engine/fill/inpaint.ts'
import { openPicture } from '../../../engine/media/open-picture.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { crop, cropMask } from '../../../engine/raster/pixels/crop.ts'
import { emptyRoom } from '../../../samples/empty-room.ts'
import { twoPeople } from '../../../samples/two-people.ts'
import { LIMITS } from '../media/paint.ts'

/** The right half of the man with wall around it, and the width in pixels of the rim to fill. */
const AREA = { left: 200, top: 330, width: 240, height: 380 }
const RIM = 22

/** The largest change of the green level per pixel, across or down, at pixel i. */
function edge({ width, data }: Picture, i: number): number {
  const across = Math.abs(data[4 * i + 5]! - data[4 * i - 3]!)
  const down = Math.abs(data[4 * (i + width) + 1]! - data[4 * (i - width) + 1]!)
  return Math.max(across, down) / 2
}

/** The mask dilated by a square of `reach` pixels on each side. */
function grown(mask: Uint8Array, width: number, reach: number): Uint8Array {
  const across = new Uint8Array(mask.length)
  const all = new Uint8Array(mask.length)
  for (let i = 0; i < mask.length; i++) {
    const row = i - (i % width)
    if (mask[i]) across.fill(1, Math.max(row, i - reach), Math.min(row + width, i + reach + 1))
  }
  for (let i = 0; i < mask.length; i++) {
    if (!across[i]) continue
    for (let n = -reach; n <= reach; n++) all[i + n * width] = 1
  }
  return all
}

test('invents few lines that the wall does not have, beside a person in front of panelling', async () => {
  const [scene, empty] = await Promise.all([twoPeople(), emptyRoom()])
  const picture = crop((await openPicture(scene.png, LIMITS)).picture, AREA)
  const wall = crop((await openPicture(empty.png, LIMITS)).picture, AREA)
  const { width, height } = picture
  const truth = scene.truth.people[0]!.mask
  const own = cropMask({ ...truth, data: Uint8Array.from(truth.data) }, AREA).data
  const occluded = grown(
    own.map((value) => (value > 0 ? 1 : 0)),
    width,
    2,
  )
  const open = occluded.map((value) => 1 - value)
  const bare = grown(open, width, RIM)
  const target = occluded.map((value, i) => value && bare[i]!)
  const filled = inpaint(picture, occluded, target, RIM)
  let [count, square, invented] = [0, 0, 0]
  for (let y = 4; y < height - 4; y++) {
    for (let x = 4; x < width - 4; x++) {
      const i = y * width + x
      const isBare = (k: number): boolean => target[k] === 1 || occluded[k] === 0
      if (!target[i]) continue
      count++
      square += (filled.data[4 * i + 1]! - wall.data[4 * i + 1]!) ** 2
      if (![i - 1, i + 1, i - width, i + width].every(isBare)) continue
      let most = 0
      for (let dy = -3; dy <= 3; dy++) {
        for (let dx = -3; dx <= 3; dx++) most = Math.max(most, edge(wall, i + dy * width + dx))
      }
      if (edge(filled, i) > most + 3) invented++
    }
  }
  expect(count).toBeGreaterThan(15_000)
  expect(Math.sqrt(square / count)).toBeLessThan(2)
  expect(invented / count).toBeLessThan(0.008)
})
