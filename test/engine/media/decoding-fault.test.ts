import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Fault } from '../../../catalog/failures/fault.ts'
import { decodePicture } from '../../../engine/media/decode-picture.ts'
import { DecoderStopped, decodingFault } from '../../../engine/media/decoding-fault.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'

const DAMAGED = 'The picture is damaged or cut off.'

// In `npm test` its error is given.
test.runIf(isEveryCaseTried())(
  'a decoder that sharp stops for its time says so, and is no damage',
  async () => {
    const white = { width: 3000, height: 3000, channels: 3, background: 'white' } as const
    const file = await sharp({ create: white }).png().toBuffer()
    // Work that takes far longer than the least time sharp can be given.
    const slow = sharp(file).timeout({ seconds: 1 }).resize(9000, 9000).blur(80).raw().toBuffer()
    const cause = await slow.then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(decodingFault(cause, DAMAGED)).toMatchObject({
      condition: 'runtime',
      message: 'Decoding the picture took too long and was stopped.',
    })
  },
)

test.each([
  ['that was ended in its thread', new DecoderStopped('x')],
  ['whose time sharp ended', new Error('Input buffer: timeout: 42% complete')],
])('so does one %s', (_, cause) => {
  expect(decodingFault(cause, DAMAGED).condition).toBe('runtime')
})

test('a damaged file is damaged, and a fault stays what it is', async () => {
  const file = await sharp({
    create: { width: 300, height: 300, channels: 3, background: 'white' },
  })
    .png()
    .toBuffer()
  await expect(decodePicture(file.subarray(0, file.length / 2))).rejects.toMatchObject({
    condition: 'unreadable',
    message: expect.stringMatching(/^The PNG is damaged: from row \d+ of 300 on/),
  })
  const fault = new Fault('large', 'Too large.')
  expect(decodingFault(fault, DAMAGED)).toBe(fault)
})
