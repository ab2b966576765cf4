import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import {
  requireClearEdge,
  requireSmallGaps,
} from '../../../../../engine/effects/hair-transfer/refuse/require-clear-edge.ts'
import { bust } from '../../../../../samples/bust.ts'
import { headNumbered } from '../../../../../samples/wearers.ts'
import { isEveryCaseTried } from '../../../../setup/sampled.ts'
import { warmEngine } from '../../../warm-engine.ts'

const SIZE = { width: 200, height: 200 }

const columns = (first: number, end: number, value = 1) =>
  Float32Array.from({ length: SIZE.width * SIZE.height }, (_, n) =>
    n % SIZE.width >= first && n % SIZE.width < end ? value : 0,
  )

const wearing = (alpha: Float32Array) =>
  ({ frame: { faceWidth: 100 }, hair: { ...SIZE, alpha } }) as unknown as Head

test('a reference is refused whose hair touches something that looks like it', () => {
  const hair = columns(60, 141)
  expect(() => requireClearEdge(wearing(hair), hair)).not.toThrow()
  expect(() => requireClearEdge(wearing(hair), columns(60, 140))).toThrow(/looks like the hair/)
})

test.each([
  ['a narrow gap', 1, 40, false],
  ['a wide gap', 10, 40, true],
  ['a wide gap in the colour of the hair', 10, 75, false],
] as const)('%s beside the jaw', (_, wide, level, isRefused) => {
  const before = columns(100, 150)
  const alpha = columns(100 - wide, 150)
  const plane = columns(100, 150, 80).map((own) => own || level)
  const layer = { ...SIZE, alpha, red: plane, green: plane, blue: plane }
  const lay = () => requireSmallGaps(wearing(before), before, layer)
  if (isRefused) expect(lay).toThrow(/gaps/)
  else expect(lay).not.toThrow()
})

const BEHIND = [
  ['slivers of a picture’s frame', 'kofi', 3, /Something behind the reference/],
  ['a dark band beside the neck', 'amara', 1, /wider jaw or neck/],
] as const

// In `npm test` such an edge is given, above.
test.runIf(isEveryCaseTried()).each(BEHIND)(
  '%s',
  async (_, name, from, words) => {
    const jpeg = async (png: Uint8Array) => await sharp(png).jpeg({ quality: 92 }).toBuffer()
    const files = {
      src: await jpeg((await bust(name)).png),
      ref: [await jpeg((await headNumbered(from)).png)],
    }
    const engine = warmEngine()
    const request = { feature: 'hair-transfer', stage: 'effect', params: {}, files } as const
    const made = engine.perform(request).finally(() => engine.close())
    await expect(made).rejects.toThrow(words)
  },
  60_000,
)
