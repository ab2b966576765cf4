import type { PictureEngine } from '../../functions/pipeline/core/ports/picture-engine.ts'
import type { ByteSource } from '../../metadata/byte-source.ts'

/** What a file of a format begins with that no service takes; the pipeline tells it by these bytes. */
export const UNFIT = 'RIFF....WEBP '

/** What stands in a prepared file. */
export const PREPARED = '>prepared'

/** What stands in a restored file. */
export const RESTORED = '>restored'

/** The engine on texts: what it made is marked by `>prepared` and `>restored`. */
export function textPictures(): PictureEngine {
  return {
    prepare: async (source, { target, named }, write) => {
      const text = await textOf(source)
      if (text.includes(PREPARED)) return undefined
      const made = {
        bytes: () => bytesOf(`${text}${PREPARED}`),
        contentType: 'image/jpeg',
        ending: '.jpg',
      }
      const size = { width: 100, height: 100, bytes: text.length }
      const preparation = {
        source: {
          format: 'webp',
          ...size,
          bitDepth: 8,
          orientation: 1,
          profile: null,
          alpha: false,
        },
        crop: { left: 0, top: 0, width: 100, height: 100 },
        sent: { format: 'jpeg' as const, ...size, factor: 1 },
      }
      if (target !== 'all' || named) {
        await write(undefined, { ...made, bytes: made.bytes() })
        return preparation
      }
      // Three people, one of whom is too small in any crop.
      for (const index of [0, 2]) await write(index, { ...made, bytes: made.bytes() })
      return [0, 1, 2].map((index) =>
        index === 1 ? { index, refusal: 'The face is too small.' } : { index, preparation },
      )
    },
    prepareMask: async (mask, _, write) => {
      const bytes = bytesOf(`${await textOf(mask)}${PREPARED}`)
      await write({ bytes, contentType: 'image/png', ending: '.png' })
    },
    restore: async ({ returned }, { together }, write) => {
      const restored = []
      for (const group of together ? [returned] : returned.map((one) => [one])) {
        const texts = []
        for (const { open } of group) texts.push(await textOf(await open()))
        const index = group[0]?.index ?? 0
        const bytes = bytesOf(`${texts.join('+')}${RESTORED}`)
        await write(index, { bytes, contentType: 'image/jpeg', ending: '.jpg' })
        const file = { format: 'jpeg' as const, width: 1000, height: 1000, bytes: 1 }
        restored.push({ index, restoration: { ...file, changedShare: 0, error: 0, explained: 1 } })
      }
      return restored
    },
  }
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** A file's bytes as text. */
export async function textOf(source: ByteSource): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source instanceof Uint8Array ? [source] : source) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
