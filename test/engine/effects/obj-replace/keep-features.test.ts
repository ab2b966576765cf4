import { describe, expect, it, test } from 'vitest'
import { changeObject } from '../../../../engine/effects/obj-replace/change-object.ts'
import { keepFeatures } from '../../../../engine/effects/obj-replace/keep-features.ts'
import { removeObject } from '../../../../engine/effects/obj-replace/remove-object.ts'
import { KEPT_FEATURES } from '../../../../engine/effects/obj-replace/tuning.ts'
import { featureRings } from '../../../../engine/face/feature-rings.ts'
import { isInsideRing } from '../../../../engine/geometry/polygon.ts'
import type { Mask, Picture } from '../../../../engine/raster/picture.ts'
import type { Face } from '../../../../engine/vision/faces/face.ts'
import { drawFace } from '../../face/draw-face.ts'
import { faceIn } from '../../face/face-in.ts'
import { type Is, maskWhere } from './mask-where.ts'

/** Pixels of a face's brows, eyes, nose and mouth that differ between two pictures. */
function changedFeatures(before: Picture, after: Picture, face: Face): number {
  const rings = featureRings(face)
  let changed = 0
  for (let i = 0; i < before.width * before.height; i++) {
    const differs = [0, 1, 2].some((c) => before.data[4 * i + c] !== after.data[4 * i + c])
    if (!differs) continue
    const [x, y] = [(i % before.width) + 0.5, Math.floor(i / before.width) + 0.5]
    if (rings.some((ring) => isInsideRing(ring, x, y))) changed++
  }
  return changed
}

const drawn = drawFace({})

/** What is taken out of the drawn face by an ellipse, in the face's units. */
async function removed(at: readonly [number, number], radii: readonly [number, number]) {
  const { picture, pointAt, scale } = await drawn
  const face = await faceIn(picture)
  const middle = pointAt(...at)
  const mask = maskWhere(
    picture,
    (x, y) => Math.hypot((x - middle.x) / radii[0], (y - middle.y) / radii[1]) < scale,
  )
  const { picture: made, note } = removeObject(picture, mask, [face])
  let changed = 0
  for (let i = 0; i < mask.data.length; i++) {
    if (picture.data[4 * i] !== made.data[4 * i]) changed++
  }
  return { changed, features: changedFeatures(picture, made, face), note: note ?? '' }
}

describe('a removal in a picture of a face', () => {
  test.each([
    ['over an eye and its brow', [15, 50], [12, 10], /part of a face \(.*eye/],
    ['over the mouth and the chin', [0, 84], [16, 12], /part of a face \(.*mouth/],
    ['on a cheek, beside nose and mouth', [19, 68], [8, 8], /^(?!.*part of a face)/],
  ] as const)('paints no feature of it by a mask %s', async (_, at, radii, words) => {
    const { changed, features, note } = await removed(at, radii)
    expect(changed).toBeGreaterThan(100)
    expect(features).toBe(0)
    expect(note).toMatch(words)
  })

  it('takes the face out with whoever is masked whole', async () => {
    const { features, note } = await removed([0, 56], [44, 66])
    expect(features).toBeGreaterThan(1000)
    expect(note).not.toContain('part of a face')
  })

  it('is refused by a mask over half of the face, and told where that is', async () => {
    const half = removed([25, 60], [24, 60])
    await expect(half).rejects.toThrow(/part of the face at 2\d\d, 3\d\d \(.*eye.*\)/)
  })

  it('is refused by a mask that covers nothing but an eye', async () => {
    const { picture } = await drawn
    const face = await faceIn(picture)
    const eye = featureRings(face)[2]!
    const mask = maskWhere(picture, (x, y) => isInsideRing(eye, x + 0.5, y + 0.5))
    expect(() => removeObject(picture, mask, [face])).toThrow(
      /nothing but parts of a face \(left eye\)/,
    )
  })
})

describe('a change in a picture of a face', () => {
  const green = { kind: 'recolour', colour: [20, 90, 40] } as const
  const wood = { kind: 'material', material: 'wood' } as const

  /** What an ellipse over the drawn face is changed to, in the face's units. */
  async function changed(
    at: readonly [number, number],
    radii: readonly [number, number],
    asked: Parameters<typeof changeObject>[2],
  ) {
    const { picture, pointAt, scale } = await drawn
    const face = await faceIn(picture)
    const middle = pointAt(...at)
    const mask = maskWhere(
      picture,
      (x, y) => Math.hypot((x - middle.x) / radii[0], (y - middle.y) / radii[1]) < scale,
    )
    const { picture: made, note } = changeObject(picture, mask, asked, [face])
    let all = 0
    for (let i = 0; i < mask.data.length; i++) {
      if (picture.data[4 * i] !== made.data[4 * i]) all++
    }
    return { all, features: changedFeatures(picture, made, face), note: note ?? '' }
  }

  test.each([
    ['a colour', 'over an eye and its brow', green, [15, 50], [12, 10], /of a face \(.*eye/],
    ['a material', 'over an eye and its brow', wood, [15, 50], [12, 10], /of a face \(.*eye/],
    ['a colour', 'beside nose and mouth', green, [19, 68], [8, 8], /^(?!.*part of a face)/],
  ] as const)('to %s paints no feature by a mask %s', async (_, __, asked, at, radii, words) => {
    const { all, features, note } = await changed(at, radii, asked)
    expect(all).toBeGreaterThan(100)
    expect(features).toBe(0)
    expect(note).toMatch(words)
  })

  it('changes the face with what is masked whole', async () => {
    const { features, note } = await changed([0, 56], [44, 66], green)
    expect(features).toBeGreaterThan(1000)
    expect(note).not.toContain('part of a face')
  })

  it('is refused by a mask over half of the face', async () => {
    await expect(changed([25, 60], [24, 60], green)).rejects.toThrow(/part of the face at/)
  })
})

describe('the features that are kept', () => {
  /** Landmarks on a circle: each feature is a polygon around its middle. */
  const landmarks = Array.from({ length: 478 }, (_, n) => {
    const angle = n * Math.PI * (3 - Math.sqrt(5))
    return { x: 110 + 40 * Math.cos(angle), y: 80 + 40 * Math.sin(angle), z: 0 }
  })
  const size = { width: 220, height: 160 }
  const maskOf = (is: Is): Mask => maskWhere(size, is)
  const all = keepFeatures(
    maskOf(() => false),
    [{ landmarks }],
  ).pixels

  /** A mask of a share of all pixels of the features, from the top. */
  function covering(share: number): Mask {
    let left = share * all.reduce((sum, is) => sum + is, 0)
    const data = all.map((is) => (is === 1 && left-- > 0 ? 255 : 0))
    return { ...size, data }
  }

  /** A mask of a level that goes through the face. */
  function scratchedBy(level: number): Mask {
    const scratch = maskOf((x) => x > 106 && x < 114)
    return { ...scratch, data: scratch.data.map((is) => (is > 0 ? level : 0)) }
  }

  it('are all of a face that a mask lies beside, and none of one that goes whole', () => {
    const beside = keepFeatures(
      maskOf((x) => x < 40),
      [{ landmarks }],
    )
    expect(beside.pixels.includes(1)).toBe(true)
    expect(beside.covered).toEqual([])
    const whole = keepFeatures(
      maskOf((x) => x > 60 && x < 160),
      [{ landmarks }],
    )
    expect(whole.pixels.includes(1)).toBe(false)
    expect(whole.covered).toEqual([])
  })

  it('are refused from a share of them on, and none from that on which is the whole face', () => {
    const keptBy = (share: number): boolean =>
      keepFeatures(covering(share), [{ landmarks }]).pixels.includes(1)
    const { gone, most } = KEPT_FEATURES
    expect(keptBy(gone + 0.02)).toBe(false)
    expect(() => keptBy(gone - 0.02)).toThrow(/part of the face/)
    const { x, y } = landmarks[1]!
    const place = `part of the face at ${Math.round(x)}, ${Math.round(y)} (`
    expect(() => keptBy(most + 0.02)).toThrow(place)
    expect(keptBy(most - 0.02)).toBe(true)
  })

  it('are none of a face outside the picture', () => {
    const outside = landmarks.map(({ x, y, z }) => ({ x: x + 500, y, z }))
    const kept = keepFeatures(
      maskOf((x) => x < 40),
      [{ landmarks: outside }],
    )
    expect(kept).toEqual({ pixels: new Uint8Array(220 * 160), covered: [] })
  })

  it('are told of a mask that goes through them', () => {
    const scratch = keepFeatures(
      maskOf((x) => x > 106 && x < 114),
      [{ landmarks }],
    )
    expect(scratch.covered).toContain('mouth')
    const dot = keepFeatures(
      maskOf((x, y) => x === 110 && y === 80),
      [{ landmarks }],
    )
    expect(dot.covered).toEqual([])
    expect(keepFeatures(scratchedBy(127), [{ landmarks }]).covered).toEqual([])
    expect(keepFeatures(scratchedBy(128), [{ landmarks }]).covered).toContain('mouth')
  })
})
