import sharp from 'sharp'
import { expect, test } from 'vitest'
import { judgeDamage } from '../../../engine/media/judge-damage.ts'
import type { Damage } from '../../../metadata/damage.ts'
import { findJpegDamage } from '../../../metadata/jpeg/damage/find-jpeg-damage.ts'
import { paint } from './paint.ts'

/** A PNG of 2,400 rows that holds the bytes of so many of them, as they are stored without compression. */
async function cutAfter(rows: number): Promise<Buffer> {
  const create = { width: 300, height: 2400, channels: 3, background: 'white' } as const
  const file = await sharp({ create }).png({ compressionLevel: 0 }).toBuffer()
  const pixels = file.indexOf('IDAT') + 4
  const row = (file.length - pixels) / 2400
  return file.subarray(0, Math.floor(pixels + rows * row))
}

test.each([
  [2, 100],
  [600, 75],
  [1207, 50],
  [2364, 1],
  // Less than half of one in a hundred is told as one.
  [2390, 1],
])('a PNG that is cut off after some %i of 2,400 rows lost about %i %%', async (rows, share) => {
  const said = await judgeDamage(await cutAfter(rows)).then(
    () => '',
    (fault: Error) => fault.message,
  )
  const [, from, percent] =
    /^The PNG is damaged: from row (\d+) of 2400 on, as they are stored, (\d+) % of the rows are lost\.$/.exec(
      said,
    ) ?? []
  expect(Math.abs(Number(from) - rows)).toBeLessThan(12)
  const lost = 100 * (1 - (Number(from) - 1) / 2400)
  expect(Number(percent)).toBe(Math.max(1, Math.round(lost)))
  expect(Math.abs(Number(percent) - share)).toBeLessThanOrEqual(1)
})

test('less than a row of blocks is delivered and said, nothing is not', async () => {
  const jpeg = await paint(64, 64).jpeg({ quality: 90 }).toBuffer()
  expect(await judgeDamage(jpeg)).toBeUndefined()
  expect(await judgeDamage(await paint().png().toBuffer())).toBeUndefined()
  const cut = jpeg.subarray(0, -40)
  const { from, rows, blockRows } = findJpegDamage(cut) as Damage
  expect([rows, from >= 48, from < 64]).toEqual([64, true, true])
  expect(await judgeDamage(cut)).toBe(
    `The file is damaged at row ${from + 1} of 64: less than ${blockRows} rows of pixels are lost.`,
  )
})

test.each(['GIF89a and so on', 'nothing that is known'])(
  '%j is believed to be damaged',
  async (text) => {
    await expect(judgeDamage(Buffer.from(text))).rejects.toMatchObject({
      condition: 'unreadable',
      message: 'The picture is damaged or cut off.',
    })
  },
)
