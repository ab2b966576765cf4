import { describe, expect, test } from 'vitest'
import { closedAt, drawBlink, patchOf } from '../../../../engine/effects/image-to-video/blink.ts'
import { type Eye, openEyes } from '../../../../engine/effects/image-to-video/open-eyes.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { FACE, type Face } from '../../../../engine/vision/faces/face.ts'
import { greyLayer } from './grey-layer.ts'

// Both sides of what tuning.ts lets decide, on given landmarks, cells and even frames.

describe('blinks', () => {
  test('begin at their seconds, and the next person’s 0.23 later', () => {
    expect(closedAt(1.15, 0)).toBe(0)
    expect(closedAt(1.151, 0)).toBeGreaterThan(0)
    expect(closedAt(1.379, 1)).toBe(0)
    expect(closedAt(1.381, 1)).toBeGreaterThan(0)
    expect(closedAt(1.151, 4)).toBe(closedAt(1.151, 0))
  })

  test('close in 0.07 seconds, stay for 0.035 and open in 0.095', () => {
    expect(closedAt(3.6 + 0.069, 0)).toBeLessThan(1)
    expect(closedAt(3.6 + 0.071, 0)).toBe(1)
    expect(closedAt(3.6 + 0.104, 0)).toBe(1)
    expect(closedAt(3.6 + 0.107, 0)).toBeLessThan(1)
    expect(closedAt(3.6 + 0.199, 0)).toBeGreaterThan(0)
    expect(closedAt(3.6 + 0.201, 0)).toBe(0)
  })

  /** An eye 40 wide at the middle of a frame, its lids level lines 10 apart, its brow 20 above. */
  const line = (y: number) => [-20, 20].map((x) => ({ x, y }))
  const eye: Eye = {
    middle: { x: 60, y: 60 },
    along: { x: 1, y: 0 },
    up: { x: 0, y: -1 },
    width: 40,
    upper: line(5),
    lower: line(-5),
    brow: line(25),
  }
  /** Rows are told by their level: as many levels as the row. */
  const rows = { ...greyLayer(120, 120) }
  rows.y = rows.y.map((_, at) => 100 + Math.floor(at / 120))

  function closedBy(closed: number): (row: number) => number {
    const to = greyLayer(120, 120, 0)
    drawBlink(rows, to, eye, patchOf(eye, to), closed)
    return (row) => to.y[row * 120 + 60]! - rows.y[row * 120 + 60]!
  }

  test('reach no farther than 0.7 of an eye, or its brow', () => {
    expect(patchOf(eye, rows)).toEqual({ left: 30, top: 30, right: 90, bottom: 90 })
    const high = { ...eye, brow: line(34) }
    expect(patchOf(high, rows)).toEqual({ left: 24, top: 24, right: 96, bottom: 96 })
  })

  test('move nothing as long as a lid has come down less than a hundredth of a pixel', () => {
    const [still, moving] = [0.0007, 0.001].map(closedBy)
    for (let row = 40; row < 80; row++) expect(still!(row)).toBe(0)
    expect(Array.from({ length: 40 }, (_, at) => moving!(40 + at)).some((by) => by !== 0)).toBe(
      true,
    )
  })

  test('stretch the skin below 0.86 of the way to the brow, over the eye and a little further', () => {
    const by = closedBy(1)
    // The lid's edge comes from 55 to 65 and 0.06 widths further; the brow is at 35.
    expect(by(55 - 18)).toBe(0)
    expect(by(55 - 16)).not.toBe(0)
    expect(by(66)).toBeLessThan(-5)
    // Below the edge lie the shadows of lashes, 0.05 widths long.
    expect(by(68)).toBeLessThan(0)
    expect(by(65 + 6)).toBe(0)
  })
})

/** A face whose eyes are `width` wide and open by `open` pixels, on even skin that is darker below the brow. */
function faceWith({
  width = 40,
  open = 10,
  yaw = 0,
  pitch = 0,
}: Partial<Record<'width' | 'open' | 'yaw' | 'pitch', number>>) {
  const landmarks = Array.from({ length: 478 }, () => ({ x: 150, y: 150, z: 0 }))
  const lay = (row: readonly number[], middle: number, y: number, bow: number) => {
    for (const [nth, at] of row.entries()) {
      const t = nth / (row.length - 1)
      landmarks[at] = { x: middle + (t - 0.5) * width, y: y - bow * 4 * t * (1 - t), z: 0 }
    }
  }
  for (const [side, middle] of [
    ['right', 90],
    ['left', 210],
  ] as const) {
    lay(FACE[`${side}UpperLid`], middle, 100, open)
    lay(FACE[`${side}LowerLid`], middle, 100, 0)
    lay(FACE[`${side}BrowBottom`], middle, 60, 0)
  }
  return { landmarks, pose: { yaw, pitch, roll: 0 }, quality: { covered: [] } } as unknown as Face
}

/** Skin of one level, which below the brow, from a row to another, has another. */
function skin(dark = 180, from = 0, to = 0): Picture {
  const data = new Uint8ClampedArray(4 * 300 * 300).fill(255)
  for (let at = 0; at < 300 * 300; at++) {
    const row = Math.floor(at / 300)
    data.fill(row >= from && row < to ? dark : 180, 4 * at, 4 * at + 3)
  }
  return { width: 300, height: 300, data }
}

describe('eyes blink', () => {
  const count = (face: Face, picture = skin()) => openEyes(picture, face).length

  test('of a face turned by 26 and 24 degrees at most', () => {
    expect(count(faceWith({ yaw: 26, pitch: -24 }))).toBe(2)
    expect(count(faceWith({ yaw: -26.1 }))).toBe(0)
    expect(count(faceWith({ pitch: 24.1 }))).toBe(0)
  })

  test('that are 14 pixels wide and open by 0.16 of that', () => {
    expect(count(faceWith({ width: 14.1 }))).toBe(2)
    expect(count(faceWith({ width: 13.9 }))).toBe(0)
    expect(count(faceWith({ open: 6.6 }))).toBe(2)
    expect(count(faceWith({ open: 6.2 }))).toBe(0)
  })

  test('below skin with 0.75 of the light of the lid up to where it would be drawn from', () => {
    // The upper half of the way from lid to brow is what would be drawn over the eye.
    expect(count(faceWith({}), skin(142, 0, 76))).toBe(2)
    expect(count(faceWith({}), skin(126, 0, 76))).toBe(0)
  })
})
