import { expect, test } from 'vitest'
import type { PersonMattes } from '../../../engine/body/mattes.ts'
import { movePerson } from '../../../engine/body/move-person.ts'
import { allocLasting, freeLasting } from '../../../engine/raster/arena.ts'
import { withDebugSink } from '../../../engine/raster/debug.ts'
import type { Mask, Picture } from '../../../engine/raster/picture.ts'
import { identityDisplacement } from '../../../engine/raster/warp/displacement.ts'

const WIDTH = 160
const HEIGHT = 120
const SIZE = WIDTH * HEIGHT

/** The body scale of the bar: as long as it. */
const SCALE = 60

/** A dark bar, columns 60 to 99 of rows 30 to 89, in front of a wall that gets lighter to the right. */
function scene(): { picture: Picture; mattes: PersonMattes } {
  const data = new Uint8ClampedArray(4 * SIZE).fill(255)
  const matte = new Uint8Array(SIZE)
  for (let i = 0; i < SIZE; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    const isBar = x >= 60 && x < 100 && y >= 30 && y < 90
    matte[i] = isBar ? 255 : 0
    data.fill(isBar ? 30 : 120 + x / 4, 4 * i, 4 * i + 3)
  }
  const mask = (values: Uint8Array): Mask => ({ width: WIDTH, height: HEIGHT, data: values })
  const mattes = {
    matte: mask(matte),
    support: mask(matte),
    protection: mask(new Uint8Array(SIZE)),
    occlusion: matte.map((value) => (value > 0 ? 1 : 0)),
  }
  return { picture: { width: WIDTH, height: HEIGHT, data }, mattes }
}

test('is undefined where nothing moves visibly', () => {
  const { picture, mattes } = scene()
  const field = identityDisplacement(WIDTH, HEIGHT, 8)
  field.dx[20] = 0.04
  expect(movePerson(picture, mattes, field, SCALE)).toBeUndefined()
})

test('moves the person and fills what they uncover with the background beside it', () => {
  const { picture, mattes } = scene()
  const field = identityDisplacement(WIDTH, HEIGHT, 8)
  field.dx.fill(-6)
  const moved = movePerson(picture, mattes, field, SCALE)!
  const level = (x: number, y: number) => moved.data[4 * (y * WIDTH + x)]!
  for (let y = 34; y < 86; y++) {
    expect(level(80, y)).toBe(30)
    expect(level(104, y)).toBeLessThan(40)
    // Columns 60 to 65 are uncovered.
    for (let x = 60; x < 65; x++) expect(Math.abs(level(x, y) - (120 + x / 4))).toBeLessThan(8)
  }
  // The background keeps its place and its bytes.
  for (const x of [10, 40, 120, 150]) expect(level(x, 60)).toBe(picture.data[4 * (60 * WIDTH + x)])
})

test('is refused between others who touch the person, and fades out towards one of them', () => {
  const { picture, mattes } = scene()
  const field = identityDisplacement(WIDTH, HEIGHT, 8)
  field.dx.fill(-12)
  const beside = (isOther: (x: number) => boolean) => {
    const data = Uint8Array.from({ length: SIZE }, (_, i) => (isOther(i % WIDTH) ? 255 : 0))
    return { ...mattes, protection: { width: WIDTH, height: HEIGHT, data } }
  }
  const both = beside((x) => x < 66 || x >= 82)
  expect(() => movePerson(picture, both, field, SCALE)).toThrow(
    expect.objectContaining({ condition: 'pose', message: expect.stringContaining('touch') }),
  )
  const moved = movePerson(
    picture,
    beside((x) => x < 60),
    field,
    SCALE,
  )!
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < 60; x++) {
      const i = 4 * (y * WIDTH + x)
      expect(moved.data[i]).toBe(picture.data[i])
    }
  }
  expect(moved.data).not.toEqual(picture.data)
})

test('shows its masks, field and clean plate to a debug sink', async () => {
  const { picture, mattes } = scene()
  const field = identityDisplacement(WIDTH, HEIGHT, 8)
  field.dx.fill(-6)
  const names: string[] = []
  await withDebugSink(
    ({ name }) => names.push(name),
    async () => movePerson(picture, mattes, field, SCALE),
  )
  expect(names).toEqual([
    'person matte',
    'person support',
    'protection',
    'occlusion',
    'person displacement, longest 6.0 px',
    'doubt, one pixel for each node',
    'disocclusion',
    'clean plate',
  ])
})

test('gives the memory of the clean plate back, also where it throws', async () => {
  const { picture, mattes } = scene()
  const field = identityDisplacement(WIDTH, HEIGHT, 8)
  field.dx.fill(-6)
  const nextAddress = () => {
    const bytes = allocLasting(4 * SIZE)
    freeLasting(bytes)
    return bytes.byteOffset
  }
  const before = nextAddress()
  movePerson(picture, mattes, field, SCALE)
  expect(nextAddress()).toBe(before)
  const failing = withDebugSink(
    ({ name }) => {
      if (name === 'clean plate') throw new Error('full')
    },
    async () => movePerson(picture, mattes, field, SCALE),
  )
  await expect(failing).rejects.toThrow('full')
  expect(nextAddress()).toBe(before)
})
