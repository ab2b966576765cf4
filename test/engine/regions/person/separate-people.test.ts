import { expect, test } from 'vitest'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { separatePeople } from '../../../../engine/regions/person/separate-people.ts'
import { BODY, type Body } from '../../../../engine/vision/bodies/body.ts'

const [WIDTH, HEIGHT] = [400, 400]
type Rectangle = readonly [left: number, top: number, right: number, bottom: number]

/** Who stands behind, in a beige top, and who sits before them, whose arm the pose misses. */
const BEHIND: Rectangle = [60, 30, 260, 400]
const TRUNK: Rectangle = [180, 200, 340, 400]
const ARM: Rectangle = [100, 260, 180, 400]

function isIn([left, top, right, bottom]: Rectangle, x: number, y: number): boolean {
  return x >= left && x < right && y >= top && y < bottom
}

type Rgb = readonly [number, number, number]

function scene(front: Rgb, back: Rgb): Picture {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4).fill(255)
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const colour: Rgb =
      isIn(TRUNK, x, y) || isIn(ARM, x, y) ? front : isIn(BEHIND, x, y) ? back : [30, 30, 30]
    data.set(colour, 4 * i)
  }
  return { width: WIDTH, height: HEIGHT, data }
}

/** A body of this mask with head, shoulders and hips; all other joints are not in the picture. */
function bodyOf(level: (x: number, y: number) => number, [left, top, right]: Rectangle): Body {
  const data = new Uint8Array(WIDTH * HEIGHT)
  for (let i = 0; i < data.length; i++) data[i] = level(i % WIDTH, Math.floor(i / WIDTH))
  const middle = (left + right) / 2
  const absent = { x: middle, y: top, z: 0, visibility: 0, presence: 0 }
  const landmarks = Array.from({ length: 33 }, () => absent)
  const put = (joint: number, x: number, y: number): void => {
    landmarks[joint] = { ...absent, x, y, presence: 1, visibility: 1 }
  }
  const half = (right - left) / 2 - 15
  put(BODY.leftEar, middle + 15, top - 30)
  put(BODY.rightEar, middle - 15, top - 30)
  put(BODY.leftShoulder, middle + half, top + 20)
  put(BODY.rightShoulder, middle - half, top + 20)
  put(BODY.leftHip, middle + half, top + 170)
  put(BODY.rightHip, middle - half, top + 170)
  const box = { left, top, width: right - left, height: HEIGHT - top }
  return { box, score: 1, landmarks, mask: { width: WIDTH, height: HEIGHT, data } }
}

/** The front's mask half shows the inner part of the arm and misses the outer one; the back's has all of it. */
function pair(): Body[] {
  const back = bodyOf((x, y) => (isIn(BEHIND, x, y) && !isIn(TRUNK, x, y) ? 255 : 0), BEHIND)
  const front = bodyOf(
    (x, y) => (isIn(TRUNK, x, y) ? 255 : isIn(ARM, x, y) && x >= 130 ? 70 : 0),
    TRUNK,
  )
  return [back, front]
}

/** The share of the arm that each has. */
function ofArm(parted: readonly Body[]): number[] {
  return parted.map(({ mask }) => {
    let owned = 0
    for (let y = ARM[1]; y < ARM[3]; y++) {
      for (let x = ARM[0]; x < ARM[2]; x++) if (mask.data[y * WIDTH + x]! > 200) owned++
    }
    return owned / ((ARM[2] - ARM[0]) * (ARM[3] - ARM[1]))
  })
}

test('a sleeve that the pose misses is theirs whose colours it has, the part without a mask, too', () => {
  const parted = separatePeople(pair(), scene([120, 160, 215], [205, 195, 175]))
  const [back, front] = ofArm(parted)
  expect(front).toBeGreaterThan(0.95)
  expect(back).toBeLessThan(0.03)
  expect(parted[1]!.box.left).toBeLessThan(ARM[0] + 6)
  const shoulder = parted[0]!.mask.data[230 * WIDTH + 120]
  expect(shoulder).toBe(255)
})

test('what the one behind wears stays theirs where the mask of the one before reaches into it', () => {
  const bodies = pair()
  const { data } = bodies[1]!.mask
  for (let y = 205; y < 250; y++) data.fill(70, y * WIDTH + 110, y * WIDTH + 175)
  const parted = separatePeople(bodies, scene([120, 160, 215], [205, 195, 175]))
  expect(parted[0]!.mask.data[225 * WIDTH + 140]).toBe(255)
  expect(parted[1]!.mask.data[225 * WIDTH + 140]).toBe(0)
})

test('where both wear one colour the outer part of the arm is not guessed', () => {
  const [, front] = ofArm(separatePeople(pair(), scene([205, 195, 175], [205, 195, 175])))
  expect(front).toBeLessThan(0.7)
})
