import { expect, test } from 'vitest'
import type { ModelClass } from '../../../engine/models/model-manifest.ts'
import { classOverlaps } from '../../../engine/regions/class-overlaps.ts'

const planes = new Map<ModelClass, Float32Array>([
  ['face-skin', Float32Array.of(0.9, 0.3, 0.2, 0)],
  ['arms', Float32Array.of(0, 0.3, 0.2, 0.6)],
])

/** Of four pixels the first three are skin, and of the last nothing is known, or it is none. */
const isSkin = (last: boolean | undefined) => (_: string, i: number) => (i < 3 ? true : last)

test('classes that stand for a part count together, and what is not known counts neither way', () => {
  const groups = { skin: ['face-skin', 'arms'], hair: ['hair'] } as const
  // 0.9, 0.6 and 0.4 where skin is, and 0.6 where none is.
  expect(classOverlaps(planes, groups, isSkin(false))).toEqual({ skin: 2 / 4 })
  expect(classOverlaps(planes, groups, isSkin(undefined))).toEqual({ skin: 2 / 3 })
})

test('a part that is nowhere and found nowhere overlaps by nothing', () => {
  expect(
    classOverlaps(planes, { skin: ['arms'] }, (_, i) => (i === 3 ? undefined : false)),
  ).toEqual({ skin: 0 })
})
