import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEngine } from '../../../../engine/perform.ts'
import { planesOf } from '../../../../engine/video/video-info.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import { framesOf } from '../../video/video-bytes.ts'

const engine = openEngine()
let woman: Buffer
beforeAll(async () => {
  const { png } = await onePerson()
  woman = await sharp(png).resize({ width: 301, height: 401, fit: 'cover' }).png().toBuffer()
})
afterAll(() => engine.close())

async function animate(src: Uint8Array, params: object) {
  const request = { feature: 'image-to-video', stage: 'effect' as const, files: { src } }
  return await engine.perform({ ...request, params: { dst_duration: 5, ...params } })
}

test('a picture becomes five seconds of video, and its end leads to its beginning', {
  timeout: 120_000,
}, async () => {
  const { output, seconds, results } = await animate(woman, { template_id: 'orbit', mode: 'std' })
  expect({ seconds, results, type: output?.contentType }).toEqual({
    ...{ seconds: 5, results: {}, type: 'video/mp4' },
  })
  const frames = await framesOf(output!.bytes)
  expect(frames).toHaveLength(150)
  const [first, half, last] = [frames[0]!, frames[37]!, frames.at(-1)!]
  expect([first.width, first.height]).toEqual([300, 400])
  const change = (a: Uint8Array, b: Uint8Array): number =>
    a.reduce((sum, level, at) => sum + Math.abs(level - b[at]!), 0) / a.length
  const moved = change(planesOf(first).y, planesOf(half).y)
  expect(moved).toBeGreaterThan(2)
  expect(change(planesOf(first).y, planesOf(last).y)).toBeLessThan(moved / 3)
})

test('refuses what is too narrow and what is no picture', async () => {
  const narrow = await sharp(woman).resize(301, 800, { fit: 'fill' }).png().toBuffer()
  const params = { template_id: 'push_in' }
  await expect(animate(narrow, params)).rejects.toMatchObject({ condition: 'ratio' })
  await expect(animate(woman.subarray(0, 100), params)).rejects.toMatchObject({ name: 'Fault' })
})
