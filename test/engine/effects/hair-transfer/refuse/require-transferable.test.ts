import { describe, expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import {
  hidesTooMuch,
  requireAlike,
  requireHair,
  requireHead,
  requireRoom,
} from '../../../../../engine/effects/hair-transfer/refuse/require-transferable.ts'
import {
  BELOW_CHIN,
  CUT_BELOW,
  LEAST_TAKEN,
  MAX_ANGLE,
  MAX_APART,
  MAX_ASLANT,
  MAX_CUT,
  MAX_CUT_OFF,
  MAX_ENLARGED,
  MAX_INVENTED,
  MIN_FACE,
  TRANSFER_LONG,
  TRANSFER_SECOND,
  TRANSFER_UNCLEAR,
} from '../../../../../engine/effects/hair-transfer/tuning.ts'
import { MIN_INSIDE } from '../../../../../engine/face/tuning.ts'
import type { Picture } from '../../../../../engine/raster/picture.ts'
import { FACE, type Face } from '../../../../../engine/vision/faces/face.ts'

const PICTURE: Picture = { width: 400, height: 400, data: new Uint8ClampedArray(4 * 400 * 400) }
const CHIN = 190

/** A face of two hundred pixels, its eyes at 200, 120. */
function face({ width = 200, inside = 1, pose = {} as Partial<Face['pose']> } = {}): Face {
  const landmarks = Array.from({ length: 478 }, () => ({ x: 200, y: 120, z: 0 }))
  landmarks[FACE.rightTemple] = { x: 100, y: 120, z: 0 }
  landmarks[FACE.leftTemple] = { x: 300, y: 120, z: 0 }
  landmarks[FACE.foreheadTop] = { x: 200, y: 50, z: 0 }
  landmarks[FACE.chin] = { x: 200, y: CHIN, z: 0 }
  return {
    box: { left: 100, top: 50, width, height: 140 },
    landmarks,
    pose: { yaw: 0, pitch: 0, roll: 0, ...pose },
    quality: { inside, covered: [] },
  } as unknown as Face
}

describe('a head', () => {
  const judge =
    (one: Face, { role = 'src' as 'src' | 'ref', height = 400, others = [] as Face[] } = {}) =>
    () =>
      requireHead({ ...PICTURE, height }, [...others, one], role)

  test('has a face of at least so many pixels', () => {
    expect(judge(face({ width: MIN_FACE }))).not.toThrow()
    expect(judge(face({ width: MIN_FACE - 1 }))).toThrow(
      expect.objectContaining({ condition: 'small-face' }),
    )
  })

  test('has its face in the picture', () => {
    expect(judge(face({ inside: MIN_INSIDE }))).not.toThrow()
    expect(judge(face({ inside: MIN_INSIDE - 0.001 }))).toThrow(
      expect.objectContaining({ condition: 'cut-face' }),
    )
  })

  test('has nobody beside it whose face is of much the same size', () => {
    const beside = (share: number) => judge(face(), { others: [face({ width: 200 * share })] })
    expect(beside(TRANSFER_SECOND)).not.toThrow()
    expect(beside(TRANSFER_SECOND + 0.01)).toThrow(
      expect.objectContaining({ condition: 'several' }),
    )
  })

  test.each(['yaw', 'pitch', 'roll'] as const)(
    'is turned by no more than its limit of %s',
    (angle) => {
      for (const way of [-1, 1]) {
        const turned = (degrees: number) => judge(face({ pose: { [angle]: way * degrees } }))
        expect(turned(MAX_ANGLE[angle])).not.toThrow()
        expect(turned(MAX_ANGLE[angle] + 0.1)).toThrow(`${MAX_ANGLE[angle]}.1° (${angle})`)
      }
    },
  )

  test('shows its shoulders, a reference its chin', () => {
    for (const role of ['src', 'ref'] as const) {
      const least = CHIN + BELOW_CHIN[role] * 200
      expect(judge(face(), { role, height: Math.ceil(least) })).not.toThrow()
      expect(judge(face(), { role, height: Math.floor(least) - 1 })).toThrow(
        expect.objectContaining({ condition: 'shoulders' }),
      )
    }
  })
})

const SIZE = { width: 300, height: 300 }
type At = { u: number; v: number }

/** A head a hundred pixels wide, its eyes at 150, 110, with hair where it is said. */
function head(
  isHair: (at: At) => boolean,
  { pose = {}, faceWidth = 100, doubt = 0, size = SIZE } = {},
): Head {
  const alpha = Float32Array.from({ length: size.width * size.height }, (_, n) => {
    const [x, y] = [n % size.width, Math.floor(n / size.width)]
    return isHair({ u: (x + 0.5 - 150) / 100, v: (110 - y - 0.5) / 100 }) ? 1 : 0
  })
  return {
    picture: size,
    face: { pose: { yaw: 0, pitch: 0, roll: 0, ...pose } },
    frame: {
      faceWidth,
      chin: 0.7,
      centre: { x: 150, y: 110 },
      oval: [],
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
    },
    hair: { ...size, alpha, doubt, unclearFringe: false, hasBeard: false },
    regions: { confidence: { hair: 1 }, grid: { area: { left: 0, top: 0, ...size } } },
  } as unknown as Head
}

const short = ({ u, v }: At) => Math.abs(u) < 0.6 && v > 0.1 && v < 0.9 && Math.hypot(u, v) > 0.4
const long = (at: At) =>
  short(at) ||
  (Math.abs(at.u) > 0.4 && Math.abs(at.u) < 0.7 && at.v <= 0.1 && at.v > TRANSFER_LONG - 0.1)

describe('two heads', () => {
  const alike = (pose: object, hair = short, faceWidth = 100) =>
    requireAlike.bind(null, head(short, { faceWidth }), head(hair, { pose }))

  test.each(['yaw', 'pitch'] as const)(
    'are turned apart by no more than their limit of %s',
    (angle) => {
      expect(alike({ [angle]: MAX_APART[angle] })).not.toThrow()
      expect(alike({ [angle]: -MAX_APART[angle] - 0.07 })).toThrow(
        `turned ${MAX_APART[angle]}.1° apart (${angle})`,
      )
    },
  )

  test('are tilted apart as far as they are, but for long hair', () => {
    expect(alike({ roll: 2 * MAX_ASLANT })).not.toThrow()
    expect(alike({ roll: MAX_ASLANT }, long)).not.toThrow()
    expect(alike({ roll: MAX_ASLANT + 0.1 }, long)).toThrow(/hang aslant/)
  })

  test('are nearly of one size, so that hair is not enlarged too much', () => {
    expect(alike({}, short, 100 * MAX_ENLARGED)).not.toThrow()
    expect(alike({}, short, 100 * MAX_ENLARGED + 1)).toThrow(/at least 101 are needed/)
  })
})

describe('the hair of a reference', () => {
  const take = (one: Head) => () => requireHair(one)

  test('is taken where it is told, and not too short', () => {
    expect(take(head(short))).not.toThrow()
    // A band 1.2 faces wide, a hundredth of a width more and less high than is needed.
    const band = (high: number) => head((at) => short(at) && at.v > 0.9 - high)
    const least = LEAST_TAKEN / 1.2
    expect(take(band(least + 0.01))).not.toThrow(/too short/)
    expect(take(band(least - 0.01))).toThrow(/too short/)
  })

  test('begins at a hairline all along the forehead', () => {
    // Hair on one side alone, at 5 of 11 directions, and all but one.
    expect(take(head((at) => short(at) && at.u < -0.02))).toThrow(/cannot be told/)
    expect(take(head((at) => short(at) && at.u < 0.3))).not.toThrow()
  })

  test('is told but for so much of its edge', () => {
    expect(take(head(short, { doubt: TRANSFER_UNCLEAR }))).not.toThrow()
    expect(take(head(short, { doubt: TRANSFER_UNCLEAR + 0.01 }))).toThrow(/cannot be told/)
  })

  test('may be cut by the frame below the chin, and hardly above it', () => {
    const end = -0.7 - CUT_BELOW
    const hanging = (from: number) => (at: At) =>
      short(at) ||
      (Math.abs(at.u) > 0.4 && at.v <= 0.1 && at.v > -1.9 && (Math.abs(at.u) < 1.2 || at.v < from))
    expect(take(head(hanging(end)))).not.toThrow()
    // On either side the frame cuts half of this.
    expect(take(head(hanging(end + 0.45 * MAX_CUT_OFF)))).not.toThrow()
    expect(take(head(hanging(end + 0.7 * MAX_CUT_OFF)))).toThrow(/above the chin/)
  })
})

test('new hair may be cut by the frame as portraits do, below the chin as far as it is', () => {
  const cutBy = (rows: number, from: number) => {
    const alpha = new Float32Array(SIZE.width * SIZE.height)
    for (let y = from; y < from + rows; y++) alpha[y * SIZE.width] = 1
    return () => requireRoom(head(short), { ...SIZE, alpha } as never)
  }
  expect(cutBy(100 * MAX_CUT, 60)).not.toThrow()
  expect(cutBy(100 * MAX_CUT + 1, 60)).toThrow(/too little room/)
  expect(cutBy(110, 190)).not.toThrow()
})

test('little of what is behind hair is invented', () => {
  const none = { ground: 0, skin: 0, ear: 0, body: 0 }
  for (const kind of ['ground', 'skin', 'ear', 'body'] as const) {
    const hidden = (area: number) => ({
      kinds: new Uint8Array(0),
      areas: { ...none, [kind]: area },
      cutEar: 0,
    })
    expect(hidesTooMuch(hidden(MAX_INVENTED[kind]))).toBe(false)
    expect(hidesTooMuch(hidden(MAX_INVENTED[kind] + 0.001))).toBe(true)
  }
  const cut = (cutEar: number) => ({ kinds: new Uint8Array(0), areas: none, cutEar })
  expect(hidesTooMuch(cut(0.03))).toBe(false)
  expect(hidesTooMuch(cut(0.031))).toBe(true)
})
