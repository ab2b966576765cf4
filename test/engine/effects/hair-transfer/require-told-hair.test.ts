import { expect, test } from 'vitest'
import type { Head } from '../../../../engine/effects/hair-transfer/head.ts'
import { requireToldHair } from '../../../../engine/effects/hair-transfer/require-transferable.ts'

test('of hair that is told less surely less may stay in doubt', () => {
  const head = (confidence: number) =>
    ({
      frame: { faceWidth: 100 },
      hair: {
        ...{ alpha: new Float32Array(210).fill(0.6), unsure: new Float32Array(210).fill(1) },
        ...{ doubt: 0.2, unclearFringe: false },
      },
      regions: { confidence: { hair: confidence } },
    }) as unknown as Head
  const bare = new Float32Array(210)
  expect(() => requireToldHair(head(0.66), bare)).not.toThrow()
  expect(() => requireToldHair(head(0.33), bare)).toThrow(/cannot be told/)
})
