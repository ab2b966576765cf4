import { beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import type { FaceFeatures } from '../../../../catalog/features/face-reshape.ts'
import {
  type FaceReshapeParameters,
  reshapeFace,
} from '../../../../engine/effects/face-reshape/face-reshape.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { FACE, type Face } from '../../../../engine/vision/faces/face.ts'
import { changed } from '../measure.ts'
import { type DrawnFaces, drawnFaces } from './drawn-faces.ts'
import { MEASURES, opening } from './measures.ts'
import { outlineDistance } from './outline-distance.ts'
import { bend, lines } from './straight-lines.ts'

let drawn: DrawnFaces
beforeAll(async () => {
  drawn = await drawnFaces()
})

/** Reshapes the woman on the left unless told otherwise. */
function reshape(features: FaceFeatures, { who = 0, picture = drawn.picture } = {}): Picture {
  const face = drawn.faces[who]!
  return reshapeFace(
    picture,
    face,
    drawn.faces.filter((other) => other !== face),
    { features },
  )
}

async function look(features: FaceFeatures): Promise<Face> {
  return (await drawn.look(reshape(features)))[0]
}

describe('the face mesh moves as asked', () => {
  test.each([
    ['face_width', 0.05, [0]],
    ['chin_length', 0.05, [0]],
    ['eye_size', 0.1, [0]],
    ['eye_height', 0.1, [0]],
    ['eye_distance', 0.05, [0]],
    // Both people together: readings of one nose differ from look to look by a hundredth.
    ['nose_wing', 0.02, [0, 1]],
    ['lip_width', 0.08, [0]],
    ['lip_height_bottom', 0.15, [0]],
  ] as const)('%s', async (key, least, people) => {
    const size = async (value: number): Promise<number> => {
      let sum = 0
      for (const who of people) {
        const faces = await drawn.look(reshape({ [key]: value }, { who }))
        sum += MEASURES[key]!(faces[who])
      }
      return sum
    }
    const same = people.reduce((sum: number, who) => sum + MEASURES[key]!(drawn.faces[who]!), 0)
    expect(await size(-100)).toBeLessThan(same * (1 - least))
    expect(await size(100)).toBeGreaterThan(same * (1 + least))
  })
})

describe('left and right are the person’s own', () => {
  test('one eye can be changed alone', async () => {
    const [before] = drawn.faces
    const face = await look({ eye_size_left: 100 })
    expect(opening.left(face)).toBeGreaterThan(opening.left(before) * 1.1)
    expect(opening.right(face) / opening.right(before)).toBeCloseTo(1, 1)
  })

  test.each(['face_reshape', 'chin_reshape', 'eye_size'] as const)(
    '%s: a side’s own 0 keeps that side, byte for byte',
    (key) => {
      const middle = drawn.faces[0].landmarks[FACE.noseTip]!.x
      const columns = (features: FaceFeatures) =>
        changed(reshape(features), drawn.picture).map((i) => i % drawn.picture.width)
      const right = columns({ [key]: 80, [`${key}_left`]: 0 })
      expect(right.length).toBeGreaterThan(100)
      expect(Math.max(...right)).toBeLessThan(middle + 25)
      const left = columns({ [key]: 80, [`${key}_right`]: 0 })
      expect(Math.min(...left)).toBeGreaterThan(middle - 25)
    },
  )

  test('a side’s own value overrides the combined one', () => {
    const apart = reshape({ eye_size: 50, eye_size_left: -30 })
    const same = reshape({ eye_size_right: 50, eye_size_left: -30 })
    expect(changed(apart, same)).toEqual([])
  })
})

const OUTLINE = { face_width: 100, face_reshape: 100, chin_reshape: 100, chin_length: 100 }

describe('everything else is unchanged', () => {
  test('with nothing asked the result is the picture itself', () => {
    expect(reshape({ face_width: 0, eye_size: 0 })).toBe(drawn.picture)
    expect(reshape({})).toBe(drawn.picture)
  })

  test.each([-1, 1])(
    '0.65 distances of the eyes beside the face every byte is the same',
    (sign) => {
      const { picture, faces } = drawn
      const features = Object.fromEntries(Object.keys(MEASURES).map((key) => [key, sign * 100]))
      const asked = sign > 0 ? features : { ...features, cheekbones: 100, jaw: 100 }
      const moved = changed(reshape(asked), picture)
      expect(moved.length).toBeGreaterThan(10_000)
      const far = outlineDistance(faces[0])
      const beyond = moved.filter(
        (i) => far(i % picture.width, Math.floor(i / picture.width)) > 0.65,
      )
      expect(beyond).toEqual([])
    },
  )

  test.each([-60, 60])(
    'straight lines beside the face bend by less than 0.09 distances of the eyes (%d)',
    (value) => {
      const { picture, faces } = drawn
      const grid = lines(picture)
      const far = outlineDistance(faces[0])
      for (const key of ['face_width', 'face_reshape', 'cheekbones', 'jaw']) {
        if (value < 0 && (key === 'cheekbones' || key === 'jaw')) continue
        const bent = reshape({ [key]: value }, { picture: grid })
        const most = bend(grid, bent, (x, y) => far(x, y) > 0.2)
        expect(most / far.unit, key).toBeLessThan(0.09)
      }
    },
  )

  test('the other face keeps every byte, even if the faces touch', () => {
    const { picture, faces } = drawn
    const shift = faces[0].box.left + faces[0].box.width - faces[1].box.left + 4
    const near: Face = {
      ...faces[1],
      box: { ...faces[1].box, left: faces[1].box.left + shift },
      landmarks: faces[1].landmarks.map((p) => ({ ...p, x: p.x + shift })),
    }
    const done = reshapeFace(picture, faces[0], [near], { features: OUTLINE })
    const far = outlineDistance(near)
    const moved = changed(done, picture)
    expect(moved.length).toBeGreaterThan(5000)
    const inside = moved.filter((i) => far(i % picture.width, Math.floor(i / picture.width)) < 0.02)
    expect(inside).toEqual([])
  })

  test('at the picture’s border nothing is pulled in from outside', () => {
    const { picture, faces } = drawn
    const cut = 170
    const width = picture.width - cut
    const part = {
      width,
      height: picture.height,
      data: new Uint8ClampedArray(width * picture.height * 4),
    }
    for (let y = 0; y < picture.height; y++) {
      const from = (y * picture.width + cut) * 4
      part.data.set(picture.data.subarray(from, from + width * 4), y * width * 4)
    }
    for (let y = 0; y < part.height; y++) part.data.set([255, 0, 255], y * width * 4)
    const face = {
      ...faces[0],
      landmarks: faces[0].landmarks.map((p) => ({ ...p, x: p.x - cut })),
    }
    const done = reshapeFace(part, face, [], { features: { face_width: -100 } })
    expect(changed(done, part).length).toBeGreaterThan(5000)
    const magenta = (x: number, y: number) => {
      const [r, g, b] = done.data.subarray((y * width + x) * 4)
      return Math.min(r!, b!) - g! > 120
    }
    for (let y = 0; y < part.height; y++) expect(magenta(3, y), `row ${y}`).toBe(false)
  })

  test('transparent surroundings stay transparent, and moved edges keep their colour', () => {
    const { picture, faces } = drawn
    const far = outlineDistance(faces[0])
    const data = picture.data.slice()
    for (let i = 0; i < picture.width * picture.height; i++) {
      if (far(i % picture.width, Math.floor(i / picture.width)) < 0) continue
      data.set([0, 255, 0, 0], i * 4)
    }
    const cut = { ...picture, data }
    const done = reshape({ face_width: 60 }, { picture: cut })
    const green = changed(done, cut).filter(
      (i) => done.data[i * 4 + 3]! > 40 && done.data[i * 4 + 1]! > done.data[i * 4]! + 20,
    )
    expect(green).toEqual([])
  })
})

describe('refused with a reason', () => {
  const fault = (work: () => unknown): Fault => {
    try {
      work()
    } catch (error) {
      if (error instanceof Fault) return error
    }
    throw new Error('no Fault was thrown')
  }
  const ask = (face: Partial<Face>, asked: FaceReshapeParameters = { features: { jaw: 20 } }) =>
    fault(() => reshapeFace(drawn.picture, { ...drawn.faces[0], ...face }, [], asked))

  test.each(['pitch', 'yaw', 'roll'] as const)('a face turned by 30 degrees of %s', (angle) => {
    const pose = { pitch: 0, yaw: 0, roll: 0 }
    for (const degrees of [30, -41]) {
      const { condition, message } = ask({ pose: { ...pose, [angle]: degrees } })
      expect(condition).toBe('turned-face')
      expect(message).toContain(`by ${Math.abs(degrees)}° (${angle})`)
    }
    const near = { ...drawn.faces[0], pose: { ...pose, [angle]: 29.9 } }
    expect(() => reshapeFace(drawn.picture, near, [], { features: { jaw: 20 } })).not.toThrow()
  })

  test('a face of a twentieth of the picture', () => {
    const { box } = drawn.faces[0]
    expect(ask({ box: { ...box, width: 45 } }).condition).toBe('small-face')
    expect(ask({ box: { ...box, height: 32 } }).condition).toBe('small-face')
    expect(ask({ box: { ...box, width: 45 } }).message).toContain('45 pixels wide')
  })

  test('unknown keys and values out of range', () => {
    const odd = { ears: 40 } as unknown as FaceFeatures
    expect(ask({}, { features: odd }).condition).toBe('parameter')
    expect(ask({}, { features: { jaw: -1 } }).message).toContain('0 to 100')
    expect(ask({}, { features: { lip_size: 101 } }).message).toContain('-100 to 100')
    expect(ask({}, { features: { lip_size: Number.NaN } }).condition).toBe('parameter')
  })
})

test('skin smoothing evens the skin and keeps the shape', () => {
  const { picture, faces } = drawn
  const done = reshapeFace(picture, faces[0], [faces[1]], {
    features: {},
    global: { skin_smooth_strength: 100, skin_smooth_color_intensity: 100 },
  })
  const far = outlineDistance(faces[0])
  const moved = changed(done, picture)
  expect(moved.length).toBeGreaterThan(500)
  expect(moved.filter((i) => far(i % 900, Math.floor(i / 900)) > 0.5)).toEqual([])
})
