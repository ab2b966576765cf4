import { beforeAll, describe, expect, test } from 'vitest'
import { Fault } from '../../../../catalog/failures/fault.ts'
import type { FITZPATRICK_TYPES } from '../../../../catalog/features/fitzpatrick-scale-analyzer.ts'
import { analyseSkinType } from '../../../../engine/effects/fitzpatrick-scale-analyzer/analyse-skin-type.ts'
import {
  correctWhiteBalance,
  trustedSclera,
  withMinimumYellow,
} from '../../../../engine/effects/fitzpatrick-scale-analyzer/correct-white-balance.ts'
import { estimateExposure } from '../../../../engine/effects/fitzpatrick-scale-analyzer/estimate-exposure.ts'
import {
  skinType,
  typologyAngle,
} from '../../../../engine/effects/fitzpatrick-scale-analyzer/skin-type.ts'
import { type LinearRgb, linearToSrgb, srgbToLinear } from '../../../../engine/raster/colour/lab.ts'
import { paintPolygon } from '../../../../engine/raster/mask/paint-polygon.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { FACE, type Face } from '../../../../engine/vision/faces/face.ts'
import { sampled } from '../../../setup/sampled.ts'
import { type DrawnFace, drawFace, type Portrait } from '../../face/draw-face.ts'
import { faceIn } from '../../face/face-in.ts'
import { brownSpots, flush, pimples, shine } from '../../face/flaws.ts'
import { SKIN_TONES } from '../../face/skin-tones.ts'
import { testPhoto } from '../../photos.ts'

/**
 * The typology angle of the drawn colour, measured without the engine's own code: the mean sRGB of both cheeks beside
 * the nose and of the forehead.
 */
function drawnAngle({ picture, pointAt, scale }: DrawnFace): number {
  const spots = [pointAt(-17, 61), pointAt(17, 61), pointAt(-8, 32), pointAt(8, 32)]
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

async function read(portrait: Portrait) {
  const drawn = await drawFace(portrait)
  return { drawn, reading: analyseSkinType(drawn.picture, await faceIn(drawn.picture)) }
}

describe.each(sampled(1, Object.entries(SKIN_TONES)))('type %s (%s)', (type, skin) => {
  test('is read from the drawn colour', async () => {
    const { drawn, reading } = await read({ look: { skin } })
    const truth = drawnAngle(drawn)
    expect(skinType(truth)).toBe(type)
    expect(reading.type).toBe(type)
    expect(Math.abs(reading.angle - truth)).toBeLessThan(6)
  })

  test('is not moved by blemishes, shine, a tilt or a beard', async () => {
    const marks = pimples() + brownSpots() + flush() + shine()
    const { reading } = await read({ look: { skin, beard: true }, marks, tilt: 6 })
    expect(reading.type).toBe(type)
  })
})

/** The picture in other light: gains of linear red, green and blue. */
function relit(picture: Picture, gains: LinearRgb): Picture {
  const curve = (gain: number) =>
    Uint8ClampedArray.from({ length: 256 }, (_, v) =>
      Math.round(linearToSrgb(srgbToLinear(v) * gain)),
    )
  const data = picture.data.slice()
  for (const [c, levels] of gains.map(curve).entries()) {
    for (let i = c; i < data.length; i += 4) data[i] = levels[data[i]!]!
  }
  return { ...picture, data }
}

/** The picture with its colours nearer to grey (below 1) or further from it. */
function saturated(picture: Picture, saturation: number): Picture {
  const data = picture.data.slice()
  for (let i = 0; i < data.length; i += 4) {
    const grey = 0.3 * data[i]! + 0.59 * data[i + 1]! + 0.11 * data[i + 2]!
    for (let c = 0; c < 3; c++) data[i + c] = grey + saturation * (data[i + c]! - grey)
  }
  return { ...picture, data }
}

/** The picture with both eyes filled with one colour. */
function tintedEyes(picture: Picture, { landmarks }: Face, colour: readonly number[]): Picture {
  const data = picture.data.slice()
  const eyes = new Float32Array(picture.width * picture.height)
  for (const rim of EYE_RIMS)
    paintPolygon(
      eyes,
      picture,
      rim.map((i) => landmarks[i]!),
    )
  for (const [i, share] of eyes.entries())
    for (let c = 0; c < 3; c++) if (share > 0.5) data[4 * i + c] = colour[c]!
  return { ...picture, data }
}

const EYE_RIMS = [
  [...FACE.leftUpperLid, ...[...FACE.leftLowerLid].reverse()],
  [...FACE.rightUpperLid, ...[...FACE.rightLowerLid].reverse()],
]

/** The picture in shades of one colour. */
function toned(picture: Picture, tone: readonly [number, number, number]): Picture {
  const data = picture.data.slice()
  for (let i = 0; i < data.length; i += 4) {
    const grey = 0.3 * data[i]! + 0.59 * data[i + 1]! + 0.11 * data[i + 2]!
    for (const [c, gain] of tone.entries()) data[i + c] = grey * gain
  }
  return { ...picture, data }
}

describe('other light', () => {
  const types = Object.keys(SKIN_TONES)
  let faces: { type: string; picture: Picture; face: Face }[]
  beforeAll(async () => {
    faces = []
    for (const [type, skin] of Object.entries(SKIN_TONES)) {
      const { picture } = await drawFace({ look: { skin } })
      faces.push({ type, picture, face: await faceIn(picture) })
    }
  })

  /** By how many types the reading of each face is too dark. */
  const off = (gains: LinearRgb) =>
    faces.map(({ type, picture, face }) => {
      const reading = analyseSkinType(relit(picture, gains), face)
      const [pale, dark] = reading.between.map((one) => types.indexOf(one))
      const at = types.indexOf(reading.type)
      expect(pale).toBeLessThanOrEqual(at)
      expect(dark).toBeGreaterThanOrEqual(at)
      return at - types.indexOf(type)
    })

  test('a stop too dark reads at most one type too dark, a stop too bright the right type', () => {
    expect(Math.max(...off([0.5, 0.5, 0.5]).map(Math.abs))).toBeLessThanOrEqual(1)
    expect(off([2, 2, 2])).toEqual([0, 0, 0, 0, 0, 0])
  })

  test('half a stop either way reads at most one type too dark', () => {
    for (const gain of [Math.SQRT1_2, Math.SQRT2]) {
      for (const types of off([gain, gain, gain])) expect([0, 1]).toContain(types)
    }
  })

  test('warm or cold light reads at most one type off', () => {
    for (const gains of [
      [1.1, 1, 0.85],
      [0.9, 1, 1.15],
    ] as const) {
      expect(Math.max(...off(gains).map(Math.abs))).toBeLessThanOrEqual(1)
    }
  })

  test('of all exposures, white balances and saturations at most 5 % are refused', () => {
    let [refused, all] = [0, 0]
    for (const { picture, face } of faces) {
      for (const gain of sampled(1, [0.5, 1, Math.SQRT2])) {
        for (const [red, blue] of sampled(2, [
          [1.35, 0.55],
          [0.82, 1.3],
          [1, 1],
          [1.15, 0.8],
          [0.9, 1.15],
        ] as const)) {
          for (const saturation of [0.4, 1.3]) {
            const lit = relit(picture, [gain * red, gain, gain * blue])
            all++
            try {
              analyseSkinType(saturated(lit, saturation), face)
            } catch {
              refused++
            }
          }
        }
      }
    }
    expect(refused).toBeLessThanOrEqual(0.05 * all)
  })

  test('pale skin before black, and an eye whose white is as red as the skin, are no toned picture', async () => {
    const { picture } = await drawFace({ look: { skin: SKIN_TONES.I }, wall: '#050505' })
    const face = await faceIn(picture)
    const washed = saturated(relit(picture, [1.1, 1, 0.8]), 0.5)
    expect(analyseSkinType(washed, face).type).toBe('I')
    const pink = analyseSkinType(tintedEyes(washed, face, [235, 190, 170]), face)
    expect(['I', 'II']).toContain(pink.type)
  })

  test.each(
    sampled(3, [
      ['grey', [1, 1, 1], 'without its colour'],
      ['faint sepia', [1, 0.95, 0.87], 'without its colour'],
      ['blue light', undefined, 'so blue'],
      ['sepia', [1, 0.85, 0.6], 'without its colour'],
      ['cyanotype', [0.75, 0.9, 1], 'without its colour'],
    ] as const),
  )('%s: refused for every skin type', (_, tone, message) => {
    for (const { picture, face } of faces) {
      const without = tone ? toned(picture, tone) : relit(picture, [0.25, 0.5, 1.6])
      expect(() => analyseSkinType(without, face)).toThrow(
        expect.objectContaining({ condition: 'dark', message: expect.stringContaining(message) }),
      )
    }
  })

  test('overexposed skin is refused', () => {
    const [{ picture, face } = faces[0]!] = faces
    expect(() => analyseSkinType(relit(picture, [8, 8, 8]), face)).toThrow('burnt out')
  })
})

testPhoto(
  'a photograph reads the same a stop darker, and is refused a stop brighter, where red is clipped',
  'obama.jpg',
  async (picture) => {
    const face = await faceIn(picture)
    const { type, between } = analyseSkinType(picture, face)
    expect(type).toBe('IV')
    expect(between).toContain('III')
    expect(analyseSkinType(relit(picture, [0.5, 0.5, 0.5]), face).type).toBe(type)
    expect(() => analyseSkinType(relit(picture, [2, 2, 2]), face)).toThrow('burnt out')
  },
)

describe('the exposure', () => {
  const pale: LinearRgb = [0.7, 0.45, 0.36]

  test('of skin whose colour fits its lightness is not corrected', () => {
    expect(Math.abs(estimateExposure(pale, undefined).stops)).toBeLessThan(0.15)
  })

  test('is estimated by colour against lightness, with a standard error', () => {
    const [red, green, blue] = pale
    const dim = estimateExposure([red / 2, green / 2, blue / 2], undefined)
    expect(dim.stops).toBeGreaterThan(0.4)
    expect(dim.stops).toBeLessThan(1)
    expect(dim.error).toBeGreaterThan(0.3)
    expect(dim.error).toBeLessThan(0.7)
  })

  test('of skin redder than skin can be has no hint from its colour', () => {
    expect(estimateExposure([0.4, 0.12, 0.05], undefined)).toEqual({ stops: 0, error: 0.7 })
  })

  test('is lowered where the white of the eyes is clipped', () => {
    const white = { r: 1, g: 1, b: 1, pixels: 200 }
    expect(estimateExposure(pale, white).stops).toBeLessThan(-0.4)
  })
})

test('skin whose yellow is lost in blue light is not read as pale', () => {
  const { b } = withMinimumYellow({ l: 60, a: 22, b: -3 })
  expect(typologyAngle({ l: 60, b })).toBeLessThan(41)
  expect(withMinimumYellow({ l: 60, a: 14, b: 20 })).toEqual({ l: 60, a: 14, b: 20 })
})

test('sclera that is coloured, shaded or hardly visible is not trusted', () => {
  const skin: LinearRgb = [0.4, 0.2, 0.12]
  const white = { r: 0.5, g: 0.45, b: 0.4, pixels: 100 }
  expect(trustedSclera(skin, white)).toBe(white)
  expect(trustedSclera(skin, { ...white, pixels: 10 })).toBeUndefined()
  expect(trustedSclera(skin, { ...white, b: 0.1 })).toBeUndefined()
  expect(trustedSclera(skin, { r: 0.1, g: 0.09, b: 0.08, pixels: 100 })).toBeUndefined()
  expect(correctWhiteBalance(skin, undefined)).toEqual(skin)
})

test('the colour of the light is corrected in part', async () => {
  const { drawn, reading } = await read({ look: { skin: SKIN_TONES.III } })
  const warm = { ...drawn.picture, data: drawn.picture.data.slice() }
  for (let i = 0; i < warm.data.length; i += 4) warm.data[i + 2] = 0.85 * warm.data[i + 2]!
  const face = await faceIn(drawn.picture)
  const cast = drawnAngle({ ...drawn, picture: warm })
  const corrected = analyseSkinType(warm, face).angle
  expect(cast).toBeLessThan(reading.angle - 5)
  expect(Math.abs(corrected - reading.angle)).toBeLessThan(0.5 * Math.abs(cast - reading.angle))
})

test('the typology angle falls from pale to dark, with the published limits', () => {
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

describe('a face that cannot be read is refused', () => {
  let drawn: DrawnFace
  let face: Face
  beforeAll(async () => {
    drawn = await drawFace()
    face = await faceIn(drawn.picture)
  })

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

  test('dark', async () => {
    const night = await drawFace({ light: 0.12 })
    const dim = (f: Face): Face => ({
      ...f,
      quality: { ...f.quality, light: 0.12 * f.quality.light },
    })
    expect(fault(dim, night.picture).condition).toBe('dark')
  })
})
