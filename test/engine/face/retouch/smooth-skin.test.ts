import { beforeAll, describe, expect, test } from 'vitest'
import { smoothSkin } from '../../../../engine/face/retouch/smooth-skin.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { type DrawnFace, drawFace } from '../draw-face.ts'
import { faceIn } from '../face-in.ts'
import { AT, bumps, flush, poreDots } from '../flaws.ts'
import { changedWithin, meanLab, ringLab, roughness } from '../measure-skin.ts'

let drawn: DrawnFace
let face: Face
beforeAll(async () => {
  drawn = await drawFace({ marks: bumps() + poreDots() + flush() })
  face = await faceIn(drawn.picture)
})

function smooth(strength: number, colour: number) {
  return smoothSkin(drawn.picture, face, { strength, colour })
}

function rough(strength: number, point: readonly number[]) {
  return roughness(smooth(strength, 0), drawn.pointAt(point[0]!, point[1]!), 3 * drawn.scale)
}

describe('strength', () => {
  test('reduces bumps, more with more strength', () => {
    const at = [0, 0.3, 0.7, 1].map((strength) => rough(strength, AT.rough))
    for (let i = 1; i < at.length; i++) expect(at[i]).toBeLessThan(at[i - 1]!)
    expect(at[3]).toBeLessThan(0.9 * at[0]!)
  })

  test('keeps pores: dots finer than the smoothed bands lose less than a quarter', () => {
    expect(rough(1, AT.pores)).toBeGreaterThan(0.75 * rough(0, AT.pores))
  })

  test('keeps hue', () => {
    const at = drawn.pointAt(-15, 62)
    const [before, after] = [drawn.picture, smooth(1, 0)].map((p) => meanLab(p, at, 12))
    expect(Math.hypot(after!.a - before!.a, after!.b - before!.b)).toBeLessThan(0.5)
  })
})

test('colour evens a flushed cheek, more with more strength', () => {
  const at = drawn.pointAt(AT.flush[0]!, AT.flush[1]!)
  const redder = [0, 0.5, 1].map((colour) => {
    const picture = smooth(0, colour)
    return (
      meanLab(picture, at, 3 * drawn.scale).a -
      ringLab(picture, at, 7 * drawn.scale, 9 * drawn.scale).a
    )
  })
  expect(redder[1]).toBeLessThan(redder[0]! - 0.3)
  expect(redder[2]).toBeLessThan(redder[1]! - 0.3)
})

test('everything but skin keeps its bytes, and with both strengths 0 everything does', () => {
  const after = smooth(1, 1)
  const changed = (x: number, y: number, r: number) =>
    changedWithin(drawn.picture, after, drawn.pointAt(x, y), r * drawn.scale)
  expect(changed(15.2, 50, 3.2) + changed(-15.2, 50, 3.2)).toBe(0)
  expect(changed(16, 39.3, 1.2) + changed(0, 82.5, 2.5) + changed(0, 4, 6)).toBe(0)
  expect(changed(-45, 60, 4)).toBe(0)
  expect(smooth(0, 0)).toBe(drawn.picture)
})

test('a face that is partly outside the picture is smoothed where it is visible', async () => {
  const cut = await drawFace({ at: { x: 0.12, y: 0.5 }, marks: bumps() })
  const shift = (0.12 - 0.5) * cut.picture.width
  const moved: Face = {
    ...face,
    landmarks: face.landmarks.map((p) => ({ ...p, x: p.x + shift, y: p.y - 0.02 * 570 })),
  }
  const after = smoothSkin(cut.picture, moved, { strength: 1, colour: 1 })
  expect(changedWithin(cut.picture, after, cut.pointAt(19, 66), 20)).toBeGreaterThan(100)
})
