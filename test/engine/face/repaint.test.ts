import { expect, test } from 'vitest'
import { applyColourChange } from '../../../engine/face/repaint.ts'
import { allocPlane } from '../../../engine/raster/arena.ts'

const AREA = { left: 3, top: 2, width: 37, height: 23 }
const PICTURE = { width: 45, height: 29 }

function noise(i: number): number {
  return ((i * 7919) % 1009) / 1009
}

/** A picture of noise, and changes of a region in it; the region's last rows and columns do not change. */
function scene(scale: number) {
  const data = Uint8ClampedArray.from({ length: 4 * PICTURE.width * PICTURE.height }, (_, i) =>
    Math.round(255 * noise(i)),
  )
  const width = Math.ceil(AREA.width / scale)
  const height = Math.ceil(AREA.height / scale)
  const geometry = {
    width,
    height,
    area: AREA,
    scale,
    faceWidth: 1,
    points: [],
    up: { x: 0, y: -1 },
  }
  const at = (x: number, y: number, colour: number): number => {
    const [column, row] = [
      Math.max(0, Math.min(width - 1, x)),
      Math.max(0, Math.min(height - 1, y)),
    ]
    if (column > width - 4 || row > height - 3) return 0
    return 240 * (noise(17 * (row * width + column) + 3 * colour) - 0.5)
  }
  const plane = (colour: number): Float32Array => {
    const of = allocPlane(width * height)
    for (let i = 0; i < of.length; i++) of[i] = at(i % width, Math.floor(i / width), colour)
    return of
  }
  const change = () => ({ red: plane(0), green: plane(1), blue: plane(2) })
  return { picture: { ...PICTURE, data }, geometry, at, change }
}

test.each([1, 2, 3, 5])(
  'each pixel changes by the bilinear interpolation of the changes of a region at 1/%i',
  (scale) => {
    const { picture, geometry, at, change } = scene(scale)
    const { data } = applyColourChange(picture, geometry, change)
    const between = (x: number, y: number, colour: number): number => {
      const [u, v] = [(x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5]
      const [left, top] = [Math.floor(u), Math.floor(v)]
      const line = (row: number) =>
        at(left, row, colour) * (1 - u + left) + at(left + 1, row, colour) * (u - left)
      return line(top) * (1 - v + top) + line(top + 1) * (v - top)
    }
    for (let y = 0; y < PICTURE.height; y++) {
      for (let x = 0; x < PICTURE.width; x++) {
        const [inX, inY] = [x - AREA.left, y - AREA.top]
        const isIn = inX >= 0 && inY >= 0 && inX < AREA.width && inY < AREA.height
        const i = 4 * (y * PICTURE.width + x)
        for (let colour = 0; colour < 3; colour++) {
          const moved = picture.data[i + colour]! + (isIn ? between(inX, inY, colour) : 0)
          expect(Math.abs(data[i + colour]! - Math.min(255, Math.max(0, moved)))).toBeLessThan(0.6)
        }
        expect(data[i + 3]).toBe(picture.data[i + 3])
      }
    }
  },
)

test('without a change every byte stays', () => {
  const { picture, geometry, change } = scene(2)
  const none = () => {
    const { red, green, blue } = change()
    return { red: red.fill(0), green: green.fill(0), blue: blue.fill(0) }
  }
  expect(applyColourChange(picture, geometry, none).data).toEqual(picture.data)
})
