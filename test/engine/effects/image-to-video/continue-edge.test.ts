import { expect, test } from 'vitest'
import { continueEdge } from '../../../../engine/effects/image-to-video/continue-edge.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { seededRandom } from '../../../../engine/raster/seeded-random.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'

type Colour = readonly [number, number, number]

const SIZE = { width: 400, height: 300 } as const
const SKIN: Colour = [200, 96, 60]
/** As light as the skin. */
const GREEN: Colour = [100, 130, 130]

type Inside = (x: number, y: number) => boolean

const isHead: Inside = (x, y) => Math.hypot((x - 200) / 60, (y - 130) / 80) < 1 || y > 200

function draw(colourAt: (x: number, y: number) => Colour): {
  picture: Picture
  alpha: Float32Array
} {
  const { width, height } = SIZE
  const data = new Uint8ClampedArray(4 * width * height)
  const alpha = new Float32Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      data.set([...(isHead(x, y) ? SKIN : colourAt(x, y)), 255], 4 * at)
      alpha[at] = isHead(x, y) ? 1 : 0
    }
  }
  return { picture: { ...SIZE, data }, alpha }
}

test('the rim of an ear that no matte has does not stay behind, as light as it is', () => {
  const isEar: Inside = (x, y) => x >= 133 && x < 136 && y > 120 && y < 140
  const { picture, alpha } = draw((x, y) => (isEar(x, y) ? SKIN : GREEN))
  const { data } = continueEdge(picture, alpha, 12, SIZE.height).picture
  const at = 4 * (130 * SIZE.width + 134)
  expect(Math.abs(data[at]! - GREEN[0])).toBeLessThan(25)
})

test.runIf(isEveryCaseTried())(
  'a curtain beside a head is not continued into the window behind it',
  () => {
    const random = seededRandom()
    const grain = Float32Array.from(
      { length: SIZE.width * SIZE.height },
      () => 40 * (random() - 0.5),
    )
    const { picture, alpha } = draw((x, y) => {
      const by = grain[(y >> 2) * SIZE.width + (x >> 2)]!
      const fold = 12 * Math.sin(x / 3)
      return x > 256 || x < 110
        ? [150 + fold, 50 + fold, 55 + fold]
        : [110 + by, 130 + by, 135 + by]
    })
    const { data } = continueEdge(picture, alpha, 40, SIZE.height).picture
    let red = 0
    let count = 0
    for (let y = 60; y < 190; y++) {
      for (let x = 225; x < 250; x++) {
        if (!isHead(x, y)) continue
        const at = 4 * (y * SIZE.width + x)
        red += data[at]! - data[at + 1]!
        count++
      }
    }
    expect(red / count).toBeLessThan(35)
  },
)
