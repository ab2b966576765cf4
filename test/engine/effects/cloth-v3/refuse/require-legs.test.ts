import { expect, test } from 'vitest'
import { isOneCloth } from '../../../../../engine/effects/cloth-v3/measure/lower-body.ts'
import type { Wearer } from '../../../../../engine/effects/cloth-v3/measure/wearer.ts'
import { requireLegs } from '../../../../../engine/effects/cloth-v3/refuse/require-legs.ts'

const SIZE = { width: 100, height: 300 } as const
const TORSO = {
  origin: { x: 50, y: 20 },
  right: { x: 1, y: 0 },
  down: { x: 0, y: 1 },
  shoulders: 40,
  length: 60,
}

test('a skirt goes round legs one of which is before the other, trousers do not', () => {
  const leg = (hip: number, ankle: number) => [
    { x: hip, y: 80 },
    { x: (hip + ankle) / 2, y: 150 },
    { x: ankle, y: 220 },
  ]
  const wearer = {
    torso: TORSO,
    picture: SIZE,
    legs: [leg(40, 56), leg(60, 50)],
  } as unknown as Wearer
  expect(() => requireLegs(wearer, { parted: true })).toThrow(/side by side/)
  requireLegs(wearer, { parted: false })
})

test('a top and a skirt of one colour are two garments where skin shows between', () => {
  const where = (rule: (y: number) => boolean) => ({
    ...SIZE,
    data: Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, at) =>
      rule(Math.floor(at / SIZE.width)) ? 255 : 0,
    ),
  })
  const wearerWith = (belly: number): Wearer => {
    const regions = {
      'upper-garment': where((y) => y > 20 && y <= 60),
      'body-skin': where((y) => y > 60 && y <= 60 + belly),
      'lower-garment': where((y) => y > 60 + belly && y < 140),
    }
    const data = new Uint8Array(4 * SIZE.width * SIZE.height).fill(200)
    return { picture: { ...SIZE, data }, torso: TORSO, regions } as unknown as Wearer
  }
  expect(isOneCloth(wearerWith(0))).toBe(true)
  expect(isOneCloth(wearerWith(10))).toBe(false)
})
