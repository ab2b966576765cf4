import { describe, expect, test } from 'vitest'
import { strayHair } from '../../../engine/body/stray-hair.ts'
import type { Body } from '../../../engine/vision/bodies/body.ts'

const SIZE = 300
const SCALE = 200
const HEAD = { x: 150, y: 130, radius: 40 }

/** A head in front of a wall, a lock three pixels wide that leaves it to the right, and a lamp beside it. */
function scene(stripes = 0) {
  const data = new Uint8ClampedArray(SIZE * SIZE * 4).fill(255)
  const mask = new Uint8Array(SIZE * SIZE)
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const at = y * SIZE + x
      const head = Math.hypot(x - HEAD.x, y - HEAD.y) < HEAD.radius
      const lock = x >= HEAD.x && x < 215 && y >= 110 && y < 113
      const lamp = x >= 90 && x < 100 && y >= 60 && y < 80
      const wall = 170 + (Math.floor(x / 6) % 2 ? stripes : -stripes)
      const light = head || lock ? 40 : lamp ? 90 : wall
      for (let c = 0; c < 3; c++) data[4 * at + c] = light
      if (head) mask[at] = 255
    }
  }
  const landmark = (x: number, y: number) => ({ x, y, z: 0, visibility: 1, presence: 1 })
  const landmarks = Array.from({ length: 33 }, () => landmark(HEAD.x, HEAD.y))
  landmarks[11] = landmark(200, 210)
  landmarks[12] = landmark(100, 210)
  const body: Body = {
    box: { left: 110, top: 90, width: 80, height: 80 },
    score: 1,
    landmarks,
    mask: { width: SIZE, height: SIZE, data: mask },
  }
  return { picture: { width: SIZE, height: SIZE, data }, body }
}

function at(plane: Uint8Array, x: number, y: number): number {
  return plane[y * SIZE + x]!
}

describe('hair that stands off the head', () => {
  const nobody = new Uint8Array(SIZE * SIZE)

  test('is found where it is connected to the head; an object beside it is not taken for hair', () => {
    const { picture, body } = scene()
    const hair = strayHair(picture, body, nobody, SCALE)
    for (const x of [195, 205, 212]) expect(at(hair, x, 111)).toBeGreaterThan(200)
    expect(at(hair, 205, 118)).toBe(0)
    expect(at(hair, 95, 70)).toBe(0)
  })

  test('is not looked for where somebody else is, nor in front of a busy wall', () => {
    const { picture, body } = scene()
    const others = strayHair(picture, body, new Uint8Array(SIZE * SIZE).fill(255), SCALE)
    expect(others.every((value) => value === 0)).toBe(true)
    const busy = scene(50)
    const none = strayHair(busy.picture, busy.body, nobody, SCALE)
    expect(none.every((value) => value === 0)).toBe(true)
  })
})
