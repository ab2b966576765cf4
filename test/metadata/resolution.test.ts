import { describe, expect, it } from 'vitest'
import { pngChunk } from '../../metadata/png/png-chunks.ts'
import { pngColours } from '../../metadata/png/png-colours.ts'
import { exifResolution } from '../../metadata/resolution/exif-resolution.ts'
import { readResolution } from '../../metadata/resolution/read-resolution.ts'
import { withResolution } from '../../metadata/resolution/replace-resolution.ts'
import { stateResolution } from '../../metadata/resolution/state-resolution.ts'
import { fc } from '../setup/random.ts'

describe('never throws, whatever a file holds', () => {
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array))

  it('in an EXIF block', () => {
    fc.assert(
      fc.property(bytes, fc.boolean(), (rest, little) => {
        const start = little ? 'II*\0\x08\0\0\0' : 'MM\0*\0\0\0\x08'
        const block = Buffer.concat([Buffer.from(start, 'latin1'), rest])
        exifResolution(block)
        stateResolution(block)
      }),
    )
  })

  it.each(['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n'])('behind %j', async (start) => {
    await fc.assert(
      fc.asyncProperty(bytes, async (rest) => {
        const file = Buffer.concat([Buffer.from(start, 'latin1'), rest])
        await readResolution(file)
        await withResolution(file, { x: 300, y: 300 })
      }),
    )
  })

  it('in the chunks of a PNG that state colours', () => {
    const chunk = fc
      .tuple(fc.constantFrom('cICP', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'IHDR'), bytes)
      .map(([type, body]) => pngChunk(type, body))
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 6 }), (others) => {
        pngColours([pngChunk('IHDR', Buffer.alloc(13, 2)), ...others])
      }),
    )
  })
})

it('leaves other formats as they are', async () => {
  const file = Buffer.from('RIFF....WEBP')
  expect(await withResolution(file, { x: 300, y: 300 })).toEqual(file)
  expect(await readResolution(file)).toBeUndefined()
})
