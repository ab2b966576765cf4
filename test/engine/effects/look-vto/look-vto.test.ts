import { beforeAll, describe, expect, test } from 'vitest'
import type { LookZone } from '../../../../catalog/looks/look.ts'
import { LOOK_FILES } from '../../../../catalog/looks/look-files.ts'
import { readLook } from '../../../../catalog/looks/read-look.ts'
import { putOnLook } from '../../../../engine/effects/look-vto/look-vto.ts'
import type { Box } from '../../../../engine/geometry/box.ts'
import { blur } from '../../../../engine/raster/filter/blur.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { sampled } from '../../../setup/sampled.ts'
import { type DrawnFace, drawFace } from '../../face/draw-face.ts'
import { faceIn } from '../../face/face-in.ts'
import { grain } from '../../face/flaws.ts'
import { changeBy, lookOf, meanAround } from './draw-made-up.ts'

type Drawn = DrawnFace & { face: Face }

async function drawnFace(look: Parameters<typeof drawFace>[0] = {}): Promise<Drawn> {
  const drawn = await drawFace(look)
  return { ...drawn, face: await faceIn(drawn.picture) }
}

const LIPS: LookZone = { zone: 'lips', pigment: 'b3142b', opacity: 0.9, finish: 'matte' }
const LID: LookZone = { zone: 'lid', pigment: '38b6c9', opacity: 0.8, finish: 'matte' }
const LINER: LookZone = {
  zone: 'liner',
  pigment: '0d0b0b',
  opacity: 0.95,
  thickness: 0.5,
  wing: 0.5,
  smudge: 0,
}

let pale: Drawn
let dark: Drawn
beforeAll(async () => {
  pale = await drawnFace({ look: { skin: '#f1d3c0' } })
  dark = await drawnFace({ look: { skin: '#4a2b1e' } })
})

describe('lipstick', () => {
  test.each(['pale', 'dark'] as const)('covers the lips of %s skin and nothing else', (skin) => {
    const { picture, face, pointAt, scale } = skin === 'pale' ? pale : dark
    const change = changeBy(picture, face, LIPS)
    for (const x of [-7, -3, 3, 7]) {
      expect(meanAround(change, picture, pointAt(x, 83), scale)).toBeGreaterThan(25)
      expect(meanAround(change, picture, pointAt(x, 78.8), 0.8 * scale)).toBeGreaterThan(20)
    }
    // The drawn lips lie between y 75.4 and 86.2 and between x -13 and 13.
    for (const [x, y] of [
      [-16, 78],
      [16, 78],
      [0, 89],
      [0, 73],
      [-10, 87],
      [10, 87],
    ] as const) {
      expect(meanAround(change, picture, pointAt(x, y), 0.8 * scale)).toBeLessThan(0.5)
    }
  })

  test('has the hue of its pigment, and keeps light and shadow of the lips', () => {
    const { picture, face, pointAt, scale } = pale
    const after = putOnLook(picture, face, lookOf(LIPS))
    const [red, green] = channels(after)
    const lower = pointAt(-7, 83)
    expect(meanAround(red, picture, lower, scale)).toBeGreaterThan(
      2.5 * meanAround(green, picture, lower, scale),
    )
    const shine = meanAround(red, picture, pointAt(-1.5, 83), scale)
    const upper = meanAround(red, picture, pointAt(0, 78.8), scale)
    expect(shine).toBeGreaterThan(upper + 15)
  })

  test('covers dark lipstick and its liner as well as it covers bare lips', () => {
    const { picture, face, pointAt, scale } = pale
    const nude: LookZone = { ...LIPS, pigment: 'c58a80', opacity: 0.78 }
    const noir: LookZone[] = [
      { ...LIPS, pigment: '3d0710', opacity: 0.95 },
      { zone: 'lip-liner', pigment: '2e060c', opacity: 0.9 },
    ]
    const onBare = putOnLook(picture, face, lookOf(nude))
    const onNoir = putOnLook(putOnLook(picture, face, lookOf(...noir)), face, lookOf(nude))
    const off = Float32Array.from({ length: picture.width * picture.height }, (_, i) =>
      Math.abs(onNoir.data[4 * i + 1]! - onBare.data[4 * i + 1]!),
    )
    for (const y of [79, 83, 85.4, 86.4]) {
      expect(meanAround(off, picture, pointAt(0, y), 0.6 * scale), `at ${y}`).toBeLessThan(30)
    }
  })

  test('gloss shines more than matte', () => {
    const { picture, face, pointAt, scale } = pale
    const greenOf = (finish: 'matte' | 'gloss') =>
      meanAround(
        channels(putOnLook(picture, face, lookOf({ ...LIPS, finish })))[1],
        picture,
        pointAt(0, 83),
        scale,
      )
    expect(greenOf('gloss')).toBeGreaterThan(greenOf('matte') + 15)
  })

  test('two tones: the inner one lies around the opening', () => {
    const { picture, face, pointAt, scale } = pale
    const two: LookZone = { ...LIPS, inner: '2a5ac8' }
    const [, , blue] = channels(putOnLook(picture, face, lookOf(two)))
    const [, , plain] = channels(putOnLook(picture, face, lookOf(LIPS)))
    const added = (y: number) =>
      meanAround(blue, picture, pointAt(5, y), 0.5 * scale) -
      meanAround(plain, picture, pointAt(5, y), 0.5 * scale)
    expect(added(82)).toBeGreaterThan(20)
    expect(added(85)).toBeLessThan(0.5 * added(82))
  })
})

describe('eyes', () => {
  test('eyeshadow lies between eye and brow, alike on both sides, and not in the eyes', () => {
    const { picture, face, pointAt, scale } = pale
    const change = changeBy(picture, face, LID)
    const [left, right] = [1, -1].map((side) =>
      meanAround(change, picture, pointAt(side * 15, 44.8), 0.8 * scale),
    )
    expect(left).toBeGreaterThan(20)
    expect(Math.abs(left! - right!)).toBeLessThan(0.25 * left!)
    for (const side of [1, -1]) {
      expect(meanAround(change, picture, pointAt(side * 15, 50), 2 * scale)).toBeLessThan(1)
      expect(meanAround(change, picture, pointAt(side * 15, 60), 2 * scale)).toBeLessThan(0.5)
    }
  })

  test('light pigment shows on dark skin', () => {
    const { picture, face, pointAt, scale } = dark
    const [, , before] = channels(picture)
    const [, , after] = channels(putOnLook(picture, face, lookOf(LID)))
    const at = pointAt(15, 44.8)
    expect(meanAround(after, picture, at, scale)).toBeGreaterThan(
      meanAround(before, picture, at, scale) + 25,
    )
  })

  test('pearl is no chalk on dark skin', () => {
    const { picture, face, pointAt, scale } = dark
    const pearl: LookZone = { ...LID, pigment: 'efe2d6' }
    const [red, green, blue] = channels(putOnLook(picture, face, lookOf(pearl)))
    const [redBefore, greenBefore] = channels(picture)
    const at = pointAt(15, 44.8)
    const mean = (channel: number[]) => meanAround(channel, picture, at, scale)
    expect(mean(green)).toBeGreaterThan(mean(greenBefore) + 8)
    expect(mean(red)).toBeLessThan(mean(redBefore) + 45)
    expect(mean(red)).toBeGreaterThan(1.2 * mean(blue))
  })

  test('a liner is sharp, and its wing reaches beyond the eye', () => {
    const { picture, face, pointAt, scale } = pale
    const change = changeBy(picture, face, LINER)
    for (const side of [1, -1]) {
      const wing = [23.4, 24.2, 25, 25.8].map((x) =>
        Math.max(
          ...[-3.5, -2.5, -1.5, -0.5].map((dy) =>
            meanAround(change, picture, pointAt(side * x, 50 + dy), 0.25 * scale),
          ),
        ),
      )
      expect(Math.max(...wing)).toBeGreaterThan(80)
      expect(meanAround(change, picture, pointAt(side * 15, 41), scale)).toBeLessThan(0.5)
    }
    // Across the wing it goes from nothing to full within two pixels.
    const { x, y } = pointAt(24.2, 44)
    const steps = Array.from({ length: Math.round(8 * scale) }, (_, i) => {
      const at = (Math.round(y) + i) * picture.width + Math.round(x)
      return Math.abs(change[at]! - change[at - 2 * picture.width]!)
    })
    expect(Math.max(...steps)).toBeGreaterThan(60)
  })
})

test('what no zone covers keeps its bytes, and so does the source', () => {
  const { picture, face } = pale
  const source = picture.data.slice()
  const everything = putOnLook(picture, face, readLook('evening_smoke'))
  expect(picture.data).toEqual(source)
  for (const i of [0, 4 * 50, picture.data.length - 4]) {
    expect(everything.data.slice(i, i + 4)).toEqual(source.slice(i, i + 4))
  }
  const none = putOnLook(
    picture,
    face,
    lookOf({ zone: 'blush', pigment: 'd27a74', opacity: 0, placement: 'apples' }),
  )
  expect(none.data).toEqual(source)
})

test('foundation evens spots and keeps fine texture', async () => {
  const spots = [-20, -15, 14, 19].map((x) => `<circle cx="${x}" cy="66" r="1.6" fill="#b5605a"/>`)
  const { picture, face, pointAt, scale } = await drawnFace({ marks: grain() + spots.join('') })
  const contrast = (of: Picture) => {
    const [, green] = channels(of)
    return (
      meanAround(green, picture, pointAt(-20, 62.5), scale) -
      meanAround(green, picture, pointAt(-20, 66), scale)
    )
  }
  const texture = (of: Picture) => {
    const green = Float32Array.from(channels(of)[1])
    const fine = blur(green, of, 2).map((mean, i) => (green[i]! - mean) ** 2)
    return Math.sqrt(meanAround(fine, picture, pointAt(-17, 76), 4 * scale))
  }
  const covered = putOnLook(picture, face, lookOf({ zone: 'foundation', opacity: 1 }))
  expect(contrast(covered)).toBeLessThan(0.75 * contrast(picture))
  expect(texture(covered) / texture(picture)).toBeGreaterThan(0.9)
})

test.each(sampled(8, Object.keys(LOOK_FILES)))('%s is seen', (id) => {
  const { picture, face, pointAt, scale } = pale
  const change = changeBy(picture, face, ...readLook(id).zones)
  expect(meanAround(change, picture, pointAt(0, 83), 2 * scale)).toBeGreaterThan(4)
  expect(change.every(Number.isFinite)).toBe(true)
})

function channels({ data }: Picture): [number[], number[], number[]] {
  const of = (channel: number) =>
    Array.from({ length: data.length / 4 }, (_, i) => data[4 * i + channel]!)
  return [of(0), of(1), of(2)]
}

test('tells where pixels still change before they do', () => {
  const { picture, face } = pale
  const seen: { data: Uint8ClampedArray; pending: readonly Box[] }[] = []
  const { data } = putOnLook(picture, face, readLook('evening_smoke'), (before, pending) =>
    seen.push({ data: before.data.slice(), pending }),
  )
  const row = 4 * picture.width
  for (const { data: before, pending } of seen) {
    for (let y = 0; y < picture.height; y++) {
      if (pending.some(({ top, height }) => y >= top && y < top + height)) continue
      const rows = [before, data].map((each) => Buffer.from(each.buffer, y * row, row))
      expect(rows[0]!.equals(rows[1]!), `row ${y}`).toBe(true)
    }
  }
  const heights = seen.map(({ pending }) => pending.reduce((sum, { height }) => sum + height, 0))
  expect(heights.toSorted((a, b) => b - a)).toEqual(heights)
})
