import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { requireToldHair } from '../../../../../engine/effects/hair-transfer/refuse/require-transferable.ts'

const UPRIGHT = { across: { x: 1, y: 0 }, up: { x: 0, y: -1 } }

test('of hair that is told less surely less may stay in doubt', () => {
  const head = (confidence: number) =>
    ({
      frame: { faceWidth: 100 },
      hair: {
        alpha: new Float32Array(210).fill(0.6),
        unsure: new Float32Array(210).fill(1),
        doubt: 0.2,
        unclearFringe: false,
      },
      regions: { confidence: { hair: confidence } },
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
