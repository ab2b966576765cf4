import { expect, test } from 'vitest'
import { animationOf } from '../../../catalog/features/image-to-video.ts'
import { IMAGE_TO_VIDEO_TEMPLATES } from '../../../catalog/templates/image-to-video.ts'

const generated = IMAGE_TO_VIDEO_TEMPLATES.filter(({ isGenerated }) => isGenerated)

test('a template that the engine makes asks no generator', () => {
  const own = IMAGE_TO_VIDEO_TEMPLATES.filter(({ isGenerated }) => !isGenerated)
  expect(own.length).toBeGreaterThan(0)
  for (const { id } of own) {
    expect(animationOf({ template_id: id, dst_duration: 5, mode: 'pro' })).toBeUndefined()
  }
  expect(animationOf({ template_id: 'nothing', dst_duration: 5 })).toBeUndefined()
})

test.each(generated)(
  '$id asks for the lines of its mode, or of the one that is given',
  ({ id, mode }) => {
    const asked = (given?: string) =>
      animationOf({ template_id: id, dst_duration: 10, ...(given && { mode: given }) })
    expect(asked('pro')).toEqual({ seconds: 10, height: 720 })
    expect(asked('std')).toEqual({ seconds: 10, height: 540 })
    expect(asked()).toEqual({ seconds: 10, height: mode === 'pro' ? 720 : 540 })
  },
)
