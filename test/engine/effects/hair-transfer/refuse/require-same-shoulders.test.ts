import { expect, test } from 'vitest'
import type { Head } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import { requireSameShoulders } from '../../../../../engine/effects/hair-transfer/refuse/require-same-shoulders.ts'

const SIZE = { width: 300, height: 400 }

/** A head a hundred pixels wide with two long locks; clothes begin so far below its eyes, in widths of the face. */
function headWith(clothes: number): Head {
  const plane = (of: (u: number, v: number) => boolean) =>
    Float32Array.from({ length: SIZE.width * SIZE.height }, (_, n) => {
      const [x, y] = [n % SIZE.width, Math.floor(n / SIZE.width)]
      return of((x - 150) / 100, (120 - y) / 100) ? 1 : 0
    })
  const alpha = plane((u, v) => Math.abs(u) > 0.4 && Math.abs(u) < 0.8 && v > -1.6)
  return {
    picture: SIZE,
    frame: {
      faceWidth: 100,
      chin: 0.7,
      centre: { x: 150, y: 120 },
      oval: [],
      across: { x: 1, y: 0 },
      up: { x: 0, y: -1 },
    },
    hair: { ...SIZE, alpha, red: alpha, green: alpha, blue: alpha },
    regions: {
      person: plane((_, v) => v < -1.5),
      cloth: plane((_, v) => v < -clothes),
      grid: { area: { left: 0, top: 0, ...SIZE }, scale: 1, ...SIZE },
    },
  } as unknown as Head
}

test('hair that ended at the reference’s shoulders is not laid over clothes that reach higher', () => {
  const reference = headWith(1.6)
  const lay = (clothes: number) => () =>
    requireSameShoulders(headWith(clothes), reference, reference.hair)
  expect(lay(1.6)).not.toThrow()
  expect(lay(1.5)).not.toThrow()
  expect(lay(0.9)).toThrow(/behind shoulders/)
})

test('hair that hangs before the reference’s clothes may hang before the person’s', () => {
  const reference = headWith(0.9)
  expect(() => requireSameShoulders(headWith(0.8), reference, reference.hair)).not.toThrow()
})
