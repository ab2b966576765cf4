import { expect, test } from 'vitest'
import { tellFilling } from '../../../../engine/effects/obj-rem-vid/tell-filling.ts'

test('what no frame shows is told from 0.15 of what was hidden on', () => {
  expect(tellFilling({ madeUp: 0.149, misfits: 0 })).toBeUndefined()
  expect(tellFilling({ madeUp: 0.15, misfits: 0 })).toMatch(/^15 % of what the object hid/)
})

test('what does not suit its surroundings is told from a fifth of the frames on', () => {
  expect(tellFilling({ madeUp: 0, misfits: 0.199 })).toBeUndefined()
  expect(tellFilling({ madeUp: 0, misfits: 0.2 })).toMatch(/^In about 20 % of the frames/)
  expect(tellFilling({ madeUp: 0.4, misfits: 0.3 })).toMatch(/^40 % .* In about 30 %/)
})
