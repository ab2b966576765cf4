import { expect, test } from 'vitest'
import { rememberBackground } from '../../../../engine/effects/obj-rem-vid/background-memory.ts'

const [WIDTH, HEIGHT] = [16, 8]

/** Two colours of one lightness, side by side. */
function edgeAt(column: number) {
  const plane = (left: number, right: number): Uint8Array =>
    Uint8Array.from({ length: WIDTH * HEIGHT }, (_, at) => (at % WIDTH < column ? left : right))
  const size = { width: WIDTH, height: HEIGHT }
  return { ...size, y: plane(120, 120), u: plane(110, 128), v: plane(170, 128) }
}

test('a coloured edge a pixel off is less than half an object, and another colour away from edges is one', () => {
  const memory = rememberBackground(WIDTH, HEIGHT)
  memory.see(edgeAt(8), () => true)
  const row = 4 * WIDTH
  expect(memory.differs(edgeAt(9), row + 8)).toBeLessThan(0.5)
  expect(memory.differs(edgeAt(8), row + 8)).toBe(-1)
  expect(memory.differs(edgeAt(14), row + 12)).toBe(1)
})
