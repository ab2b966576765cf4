import sharp from 'sharp'
import { expect, test } from 'vitest'
import { drawSvgOver } from '../../../engine/media/draw-svg-over.ts'

test('an SVG is drawn over a picture, as a PNG of its size', async () => {
  const [width, height] = [6, 4]
  const data = new Uint8ClampedArray(4 * width * height).fill(90)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="6" height="4"><rect x="2" y="1" width="3" height="2" fill="#ff0000"/></svg>`
  const file = await drawSvgOver({ width, height, data }, svg)
  expect(await sharp(file).metadata()).toMatchObject({ format: 'png', width, height, channels: 4 })
  const pixels = await sharp(file).raw().toBuffer()
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const isDrawn = x >= 2 && x < 5 && y >= 1 && y < 3
    expect([...pixels.subarray(4 * at, 4 * at + 4)]).toEqual(
      isDrawn ? [255, 0, 0, 255] : [90, 90, 90, 90],
    )
  }
})
