import { expect, test } from 'vitest'
import { guardThings } from '../../../../engine/effects/out-paint/guard-things.ts'
import { KNOWN, type Level, OCCLUDED, TARGET } from '../../../../engine/fill/level.ts'

const [WIDTH, HEIGHT, MARGIN] = [300, 200, 60]
const INSIDE = { left: MARGIN, top: 0, width: WIDTH - MARGIN, height: HEIGHT }

/** Grey levels of a picture with a margin at its left, whose side is a surface. */
function guarded(greyAt: (x: number, y: number) => number): (x: number, y: number) => number {
  const count = WIDTH * HEIGHT
  const level: Level = {
    width: WIDTH,
    height: HEIGHT,
    scale: 1,
    rgb: new Uint8ClampedArray(3 * count),
    state: new Uint8Array(count),
    confidence: new Float32Array(count),
  }
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    level.state[i] = x < MARGIN ? TARGET : KNOWN
    level.rgb.fill(greyAt(x, y), 3 * i, 3 * i + 3)
  }
  guardThings(level, INSIDE, new Float32Array(count).fill(1))
  return (x, y) => level.state[y * WIDTH + x]!
}

test('nothing is copied from an ornament that hangs deeper in a picture than the wall at its side', () => {
  const stateAt = guarded((x, y) => (x >= 200 && x < 216 && y >= 80 && y < 120 ? 220 : 60))
  expect(stateAt(208, 100)).toBe(OCCLUDED)
  expect(stateAt(120, 100)).toBe(KNOWN)
  expect(stateAt(270, 20)).toBe(KNOWN)
})

test('a pattern that the side has too is copied', () => {
  const stateAt = guarded((x, y) => (x % 40 < 16 && y % 40 < 16 ? 220 : 60))
  for (let x = MARGIN; x < WIDTH; x += 7) expect(stateAt(x, 100)).toBe(KNOWN)
})
