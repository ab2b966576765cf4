import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { requireToldHair } from '../../../../../engine/effects/hair-transfer/refuse/require-transferable.ts'
import {
  MAX_UNEVEN,
  TRANSFER_CLEAR,
  TRANSFER_LONG,
} from '../../../../../engine/effects/hair-transfer/tuning.ts'

const UPRIGHT = { across: { x: 1, y: 0 }, up: { x: 0, y: -1 } }

test('of hair that is told less surely less may stay in doubt', () => {
  const size = { width: 210, height: 1 }
  const head = (confidence: number) =>
    ({
      frame: { faceWidth: 100, centre: { x: 100, y: 0 }, oval: [], ...UPRIGHT },
      picture: size,
      face: {},
      hair: {
        ...size,
        alpha: new Float32Array(210).fill(0.6),
        unsure: new Float32Array(210).fill(1),
        doubt: 0.2,
        unclearFringe: false,
      },
      regions: { confidence: { hair: confidence }, grid: { area: { left: 0, top: 0, ...size } } },
    }) as unknown as Head
  const bare = new Float32Array(210)
  expect(() => requireToldHair(head(0.66), bare)).not.toThrow()
  expect(() => requireToldHair(head(0.33), bare)).toThrow(/cannot be told/)
})

test('hair that was found in pieces is no hindrance where the new hair covers all of it', () => {
  const size = { width: 40, height: 40 }
  const spotted = Float32Array.from({ length: 1600 }, (_, at) => (at % 2 ? 1 : 0.5))
  const head = {
    frame: { faceWidth: 100, centre: { x: 20, y: 90 }, oval: [], ...UPRIGHT },
    hair: { ...size, alpha: spotted, unsure: new Float32Array(1600), doubt: 0.3 },
    regions: { confidence: { hair: 0.6 }, grid: { area: { left: 0, top: 0, ...size } } },
    face: {},
    picture: size,
  } as unknown as Head
  const cover = new Float32Array(1600).fill(1)
  expect(() => requireToldHair(head, cover)).not.toThrow()
  expect(() => requireToldHair(head, cover.fill(0, 0, 100))).toThrow(/cannot be told/)
})

/** A face thirty pixels wide with hair beside it down to such rows, told with such a doubt and confidence. */
function longHair(left: number, right: number, doubt = 0, confidence = 0.6) {
  const size = { width: 60, height: 90 }
  const alpha = Float32Array.from({ length: 5400 }, (_, at) => {
    const [x, y] = [at % 60, Math.floor(at / 60)]
    return y < (x < 30 ? left : right) ? 1 : 0
  })
  return {
    frame: { faceWidth: 30, centre: { x: 30, y: 30 }, oval: [], chin: 0.7, ...UPRIGHT },
    hair: { ...size, alpha, unsure: new Float32Array(5400), doubt, unclearFringe: false },
    regions: { confidence: { hair: confidence }, grid: { area: { left: 0, top: 0, ...size } } },
    face: {},
    picture: size,
  } as unknown as Head
}

test('long hair that was told on one side alone cannot come off', () => {
  const bare = new Float32Array(5400)
  const longest = Math.ceil(30 - TRANSFER_LONG * 30) + 2
  const uneven = Math.ceil(MAX_UNEVEN * 30)
  expect(() => requireToldHair(longHair(longest, longest), bare)).not.toThrow()
  expect(() => requireToldHair(longHair(longest, longest - uneven + 1), bare)).not.toThrow()
  expect(() => requireToldHair(longHair(longest, longest - uneven - 1), bare)).toThrow(/cannot be/)
  // Short hair may be as uneven.
  expect(() => requireToldHair(longHair(40, 40 - uneven - 1), bare)).not.toThrow()
})

test('hair with a clear edge needs no confidence in its colours', () => {
  const bare = new Float32Array(5400)
  const told = (doubt: number) => () => requireToldHair(longHair(40, 40, doubt, 0.05), bare)
  expect(told(TRANSFER_CLEAR.doubt)).not.toThrow()
  expect(told(TRANSFER_CLEAR.doubt + 0.01)).toThrow(/cannot be told/)
})
