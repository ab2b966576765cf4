import { expect, test } from 'vitest'
import { tellLost } from '../../../../engine/effects/obj-rem-vid/tell-lost.ts'

test('frames in which the object was not found are named by their runs', () => {
  expect(tellLost([])).toBeUndefined()
  expect(tellLost([7])).toContain('not found in frame 7 of the result')
  expect(tellLost([3, 14, 15, 16, 40])).toContain('not found in frames 3, 14 to 16, and 40 of the')
})
