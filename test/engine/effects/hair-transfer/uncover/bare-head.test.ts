import { expect, test } from 'vitest'
import { headFrame, pixelToHead } from '../../../../../engine/effects/hair-transfer/head/head.ts'
import {
  BEHIND_HAIR,
  classifyUncoveredHair,
} from '../../../../../engine/effects/hair-transfer/uncover/bare-head.ts'
import { hairMatte } from '../../../../../engine/regions/hair/hair-matte.ts'
import { sitFor } from '../../../jewellery/sit-for.ts'

const SIZE = { width: 480, height: 540, face: 0.29 } as const

test('no ground is filled into ears that show', async () => {
  const { picture, face, regions, drawn } = await sitFor('kofi', SIZE)
  const frame = headFrame(face)
  const head = { picture, face, regions, frame, hair: hairMatte(picture, regions) }
  const { kinds } = classifyUncoveredHair(head, new Float32Array(SIZE.width * SIZE.height))
  const hair = await drawn.hair
  const lost = [...kinds.keys()].filter((at) => {
    const { u, v } = pixelToHead(frame, at % SIZE.width, Math.floor(at / SIZE.width))
    const isEar = Math.abs(u) > 0.46 && Math.abs(u) < 0.58 && v > -0.35 && v < 0.08
    return isEar && hair[at] === 0 && kinds[at] === BEHIND_HAIR.ground
  })
  expect(lost).toEqual([])
}, 30_000)

test('no cloth is filled in beside long hair, above the shoulders', async () => {
  const { picture, face, regions } = await sitFor('amara', SIZE)
  const frame = headFrame(face)
  const hair = hairMatte(picture, regions)
  // New hair that is as long and a little narrower.
  const cover = Float32Array.from(hair.alpha, (_, at) => {
    const { u } = pixelToHead(frame, at % SIZE.width, Math.floor(at / SIZE.width))
    return Math.abs(u) < 0.6 ? 1 : 0
  })
  const { kinds } = classifyUncoveredHair({ picture, face, regions, frame, hair }, cover)
  const found = [...kinds.keys()].filter((at) => {
    const { u, v } = pixelToHead(frame, at % SIZE.width, Math.floor(at / SIZE.width))
    return Math.abs(u) > 0.6 && v < -0.45 && v > -0.85 && kinds[at]! > 0
  })
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter((at) => kinds[at] !== BEHIND_HAIR.ground)).toEqual([])
}, 30_000)

test('the shaded edge of hair comes off above the ears, where it looks like skin and its matte misses it', async () => {
  const { picture, face, regions, drawn } = await sitFor('kofi', SIZE)
  const frame = headFrame(face)
  const matte = hairMatte(picture, regions)
  const edge = 6
  const alpha = matte.alpha.map((share, at) =>
    Math.min(share, matte.alpha[at + edge]!, matte.alpha[at - edge]!),
  )
  const head = {
    picture,
    face,
    frame,
    regions: { ...regions, skin: regions.skin.map(() => 1) },
    hair: { ...matte, alpha },
  }
  const { kinds } = classifyUncoveredHair(head, new Float32Array(SIZE.width * SIZE.height))
  const hair = await drawn.hair
  const sides = [...kinds.keys()].filter((at) => {
    const { u, v } = pixelToHead(frame, at % SIZE.width, Math.floor(at / SIZE.width))
    return Math.abs(u) > 0.5 && v > 0.25 && v < 0.6 && hair[at]! > 200
  })
  expect(sides.length).toBeGreaterThan(100)
  expect(sides.filter((at) => kinds[at] === BEHIND_HAIR.nothing)).toEqual([])
}, 30_000)
