import { beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/fault.ts'
import type { FITZPATRICK_TYPES } from '../../../../catalog/fitzpatrick-scale-analyzer.ts'
import { analyseSkinType } from '../../../../engine/effects/fitzpatrick/analyse-skin-type.ts'
import { correctLight } from '../../../../engine/effects/fitzpatrick/correct-light.ts'
import { skinType, typologyAngle } from '../../../../engine/effects/fitzpatrick/skin-type.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import type { Face } from '../../../../engine/vision/face.ts'
import { type DrawnFace, drawFace, type Portrait } from '../skin/draw-face.ts'
import { faceIn } from '../skin/face-in.ts'
import { brownSpots, flush, pimples, shine } from '../skin/flaws.ts'

const SKINS = {
  I: '#f4d9c8',
  II: '#e0b293',
  III: '#bf9269',
  IV: '#a97a55',
  V: '#87583b',
  VI: '#4a2b1e',
} as const

/**
 * The typology angle of the drawn colour, measured without the engine's own code: the mean sRGB of both cheeks beside
 * the nose and of the forehead.
 */
function drawnAngle({ picture, place, scale }: DrawnFace): number {
  const spots = [place(-17, 61), place(17, 61), place(-8, 32), place(8, 32)]
  const angles = spots.map(({ x, y }) => {
    const [r, g, b] = meanRgb(picture, x, y, 1.5 * scale).map((v) =>
      v <= 10.31475 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4,
    ) as [number, number, number]
    const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116)
    const fy = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
    const fz = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
    return (Math.atan2(116 * fy - 66, 200 * (fy - fz)) * 180) / Math.PI
  })
  return angles.reduce((sum, angle) => sum + angle, 0) / angles.length
}

function meanRgb({ width, data }: Picture, x: number, y: number, radius: number): number[] {
  const sum = [0, 0, 0]
  let count = 0
  for (let row = Math.round(y - radius); row <= y + radius; row++) {
    for (let column = Math.round(x - radius); column <= x + radius; column++, count++) {
      for (let c = 0; c < 3; c++) sum[c] = sum[c]! + data[(row * width + column) * 4 + c]!
    }
  }
  return sum.map((value) => value / count)
}

const read = async (portrait: Portrait) => {
  const drawn = await drawFace(portrait)
  return { drawn, reading: analyseSkinType(drawn.picture, await faceIn(drawn.picture)) }
}

describe.each(Object.entries(SKINS))('type %s (%s)', (type, skin) => {
  test('is read from the drawn colour', async () => {
    const { drawn, reading } = await read({ look: { skin } })
    const truth = drawnAngle(drawn)
    expect(skinType(truth)).toBe(type)
    expect(reading.type).toBe(type)
    expect(Math.abs(reading.angle - truth)).toBeLessThan(6)
  }, 60_000)

  test('is not moved by blemishes, shine, a tilt or a beard', async () => {
    const marks = pimples() + brownSpots() + flush() + shine()
    const { reading } = await read({ look: { skin, beard: true }, marks, tilt: 6 })
    expect(reading.type).toBe(type)
  }, 60_000)
})

test.each(Object.entries(SKINS))(
  'type %s in an exposure one stop too bright, the whites of the eyes burnt out',
  async (type, skin) => {
    const { picture } = await drawFace({ look: { skin } })
    const bright = { ...picture, data: picture.data.slice() }
    for (let i = 0; i < bright.data.length; i++)
      if (i % 4 !== 3) bright.data[i] = 2 ** (1 / 2.2) * bright.data[i]!
    const { angle, type: read } = analyseSkinType(bright, await faceIn(picture))
    expect(read).toBe(type)
    expect(skinType(angle)).toBe(type)
  },
  60_000,
)

test('light so blue that no yellow is left of the skin does not make it pale', () => {
  const unseen = { r: 0, g: 0, b: 0, pixels: 0 }
  const { b } = correctLight({ l: 60, a: 22, b: -3 }, unseen)
  expect(typologyAngle({ l: 60, b })).toBeLessThan(41)
  expect(correctLight({ l: 60, a: 14, b: 20 }, unseen)).toEqual({ l: 60, a: 14, b: 20 })
})

test('a coloured light is taken off in part', async () => {
  const { drawn, reading } = await read({ look: { skin: SKINS.III } })
  const warm = { ...drawn.picture, data: drawn.picture.data.slice() }
  for (let i = 0; i < warm.data.length; i += 4) warm.data[i + 2] = 0.85 * warm.data[i + 2]!
  const face = await faceIn(drawn.picture)
  const cast = drawnAngle({ ...drawn, picture: warm })
  const corrected = analyseSkinType(warm, face).angle
  expect(cast).toBeLessThan(reading.angle - 5)
  expect(Math.abs(corrected - reading.angle)).toBeLessThan(0.5 * Math.abs(cast - reading.angle))
})

test('the angle falls from pale to dark, and the limits are the published ones', () => {
  expect(typologyAngle({ l: 80, b: 12 })).toBeCloseTo(68.2, 1)
  expect(typologyAngle({ l: 50, b: 20 })).toBeCloseTo(0, 6)
  expect([56, 55, 42, 41, 29, 28, 11, 10, -29, -30].map(skinType)).toEqual([
    'I',
    'II',
    'II',
    'III',
    'III',
    'IV',
    'IV',
    'V',
    'V',
    'VI',
  ] satisfies (typeof FITZPATRICK_TYPES)[number][])
})

describe('refused in words', () => {
  let drawn: DrawnFace
  let face: Face
  beforeAll(async () => {
    drawn = await drawFace()
    face = await faceIn(drawn.picture)
  }, 60_000)

  const fault = (change: (face: Face) => Face, picture = drawn.picture): Fault => {
    try {
      analyseSkinType(picture, change(structuredClone(face)))
    } catch (error) {
      if (error instanceof Fault) return error
    }
    throw new Error('no Fault was thrown')
  }

  test.each([
    ['turned-face', (f: Face): Face => ({ ...f, pose: { ...f.pose, yaw: 12 } })],
    ['turned-face', (f: Face): Face => ({ ...f, pose: { ...f.pose, roll: -11 } })],
    ['turned-face', (f: Face): Face => ({ ...f, pose: { ...f.pose, pitch: 18 } })],
    ['small-face', (f: Face): Face => ({ ...f, box: { ...f.box, width: 80 } })],
    ['cut-face', (f: Face): Face => ({ ...f, quality: { ...f.quality, inside: 0.9 } })],
    ['cut-face', (f: Face): Face => ({ ...f, quality: { ...f.quality, height: 1.1 } })],
    [
      'hidden-face',
      (f: Face): Face => ({ ...f, quality: { ...f.quality, covered: ['forehead', 'leftCheek'] } }),
    ],
  ] as const)('%s', (condition, change) => {
    expect(fault(change).condition).toBe(condition)
  })

  test('too dark', async () => {
    const night = await drawFace({ light: 0.12 })
    const dim = (f: Face): Face => ({
      ...f,
      quality: { ...f.quality, light: 0.12 * f.quality.light },
    })
    expect(fault(dim, night.picture).condition).toBe('dark')
  })
})
