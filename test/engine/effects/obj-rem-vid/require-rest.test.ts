import { expect, test } from 'vitest'
import { requireRest } from '../../../../engine/effects/obj-rem-vid/require-rest.ts'

test('a mask leaves a tenth of the frame, of which grey up to 127 is a part', () => {
  const mask = (white: number, rest = 0) => ({
    width: 20,
    height: 10,
    data: new Uint8Array(200).fill(rest).fill(255, 0, white),
  })
  expect(() => requireRest(mask(180, 127))).not.toThrow()
  expect(() => requireRest(mask(181, 127))).toThrow('The mask is white nearly everywhere')
  expect(() => requireRest(mask(0, 128))).toThrow('The mask is white nearly everywhere')
})
