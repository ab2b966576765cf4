import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { createDecoder, createHeaderReader, MAX_PIXELS } from '../../../engine/media/decoder.ts'

/** What the library was told of a picture, as it keeps it for its own decoder. */
function told(image: ReturnType<typeof createDecoder>) {
  return (image as unknown as { options: { input: object; timeoutSeconds: number } }).options
}

const LIMITS = { limitInputChannels: 5, unlimited: false, pages: 1 }

test('an untrusted picture is decoded within limits', () => {
  expect(MAX_PIXELS).toBe(50_000_000)
  expect(told(createDecoder(Buffer.alloc(9), 'warning'))).toMatchObject({
    input: { ...LIMITS, limitInputPixels: 50_000_000, failOn: 'warning' },
    timeoutSeconds: 20,
  })
  const stored = told(createDecoder(Buffer.alloc(9), 'none', { ignoreIcc: true }))
  expect(stored.input).toMatchObject({ ...LIMITS, failOn: 'none', ignoreIcc: true })
})

test('a header is read of a picture of any size', () => {
  const { input } = told(createHeaderReader(Buffer.alloc(9)))
  expect(input).toMatchObject({ ...LIMITS, limitInputPixels: 0 })
})

test('the library is told to keep nothing that it decoded', async () => {
  const kept = sharp.cache()
  onTestFinished(
    () =>
      void sharp.cache({ memory: kept.memory.max, files: kept.files.max, items: kept.items.max }),
  )
  sharp.cache(true)
  // Of another name, so that the file runs once more.
  const again = '../../../engine/media/decoder.ts?again'
  await import(/* @vite-ignore */ again)
  expect(sharp.cache()).toMatchObject({ memory: { max: 0 }, files: { max: 0 }, items: { max: 0 } })
})
