import { expect, test } from 'vitest'
import { tellShot } from '../../../../engine/effects/obj-rem-vid/tell-shot.ts'

test('a shot that is not the whole video is named by its frames', () => {
  expect(tellShot({ first: 0, last: 29 }, 30)).toBeUndefined()
  expect(tellShot({ first: 0, last: 19 }, 30)).toContain('frames 0 to 19 of the result')
  expect(tellShot({ first: 5, last: 29 }, 30)).toContain('frames 5 to 29 of the result')
})
