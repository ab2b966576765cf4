import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { encodePicture } from '../../../engine/media/encode-picture.ts'
import { openPicture } from '../../../engine/media/open-picture.ts'
import { LIMITS, paint } from './paint.ts'

async function open(bytes: Uint8Array) {
  return (await openPicture(bytes, LIMITS)).picture
}

describe('encodePicture', () => {
  it('PNG gives back every byte, alpha included', async () => {
    const glass = sharp({ create: { width: 64, height: 48, channels: 4, background: '#10a03080' } })
    const picture = await open(await glass.png().toBuffer())
    const bytes = await encodePicture(picture, 'png')
    expect((await open(bytes)).data).toEqual(picture.data)
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
  })

  it('a PNG without transparency gets no alpha channel', async () => {
    const picture = await open(await paint().png().toBuffer())
    const bytes = await encodePicture(picture, 'png')
    expect((await sharp(bytes).metadata()).channels).toBe(3)
    expect((await open(bytes)).data).toEqual(picture.data)
  })

  it('JPEG stays within what the eye sees, colours at full resolution', async () => {
    const picture = await open(await paint().png().toBuffer())
    const bytes = await encodePicture(picture, 'jpeg')
    const again = await open(bytes)
    const off = picture.data.reduce((sum, value, at) => sum + (value - again.data[at]!) ** 2, 0)
    const psnr = 10 * Math.log10(255 ** 2 / (off / picture.data.length))
    expect(psnr).toBeGreaterThan(40)
    expect((await sharp(bytes).metadata()).chromaSubsampling).toBe('4:4:4')
  })

  it.each(['jpeg', 'png'] as const)(
    '%s carries an sRGB profile and nothing about its maker',
    async (format) => {
      const source = await paint()
        .withExif({ IFD0: { Make: 'Camera', Copyright: 'Somebody' } })
        .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
        .jpeg()
        .toBuffer()
      expect((await sharp(source).metadata()).exif).toBeDefined()
      const {
        icc,
        exif,
        xmp,
        iptc,
        format: written,
      } = await sharp(await encodePicture(await open(source), format)).metadata()
      expect(written).toBe(format)
      expect(icc?.toString('latin1')).toContain('s\0R\0G\0B')
      expect([exif, xmp, iptc]).toEqual([undefined, undefined, undefined])
    },
  )
})
