import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Fault } from '../../../catalog/fault.ts'
import type { Restoration } from '../../../catalog/preparation.ts'
import { preparePicture } from '../../../engine/prepare/prepare-picture.ts'
import { restorePicture } from '../../../engine/restore/restore-picture.ts'
import { openVision } from '../../../engine/vision/load/open-vision.ts'
import { log } from '../../log.ts'
import type { ByteSource } from '../ports/byte-source.ts'
import type { PictureEngine } from '../ports/picture-engine.ts'

/** The engine on files in a folder of their own, which is removed when the picture is written. */
export function enginePictures(): PictureEngine {
  let opening: ReturnType<typeof openVision> | undefined
  const vision = () => {
    opening ??= openVision().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    prepare: (source, { rule, target }, write) =>
      inFolder(async (folder) => {
        const into = join(folder, 'prepared')
        const path = await place(source, folder, 'source')
        const preparation = await preparePicture({ source: path, rule, into, target }, { vision })
        if (preparation)
          await write({ bytes: createReadStream(into), ...TYPES[preparation.sent.format] })
        return preparation
      }),
    restore: ({ original, sent, returned }, { preparation, metadata, format }, write) =>
      inFolder(async (folder) => {
        const originalPath = await place(original, folder, 'original')
        const sentPath = await place(sent, folder, 'sent')
        const restored: { index: number; restoration: Restoration }[] = []
        for (const { index, open } of returned) {
          const into = join(folder, 'restored')
          const part = {
            ...{ sent: sentPath, preparation },
            returned: await place(await open(), folder, 'returned'),
          }
          const restoration = await unlessUnfit(index, () =>
            restorePicture({
              ...{ original: originalPath, parts: [part], into, metadata, folder },
              ...(format && { format }),
            }),
          )
          if (!restoration) continue
          await write(index, { bytes: createReadStream(into), ...typeOf(restoration.format) })
          restored.push({ index, restoration })
        }
        return restored
      }),
  }
}

/** A result that does not fit what was sent is delivered as the service made it. */
async function unlessUnfit<T>(index: number, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    log.warn('A result could not be restored.', { index, error })
    return undefined
  }
}

function typeOf(format: string): { contentType: string; ending: string } {
  const type = TYPES[format as keyof typeof TYPES]
  if (!type) throw new Error(`A restored picture is ${format}.`)
  return type
}

const TYPES = {
  jpeg: { contentType: 'image/jpeg', ending: '.jpg' },
  png: { contentType: 'image/png', ending: '.png' },
  tiff: { contentType: 'image/tiff', ending: '.tif' },
  webp: { contentType: 'image/webp', ending: '.webp' },
} as const

async function place(bytes: ByteSource, folder: string, name: string): Promise<string> {
  const path = join(folder, name)
  await pipeline(bytes instanceof Uint8Array ? [bytes] : bytes, createWriteStream(path))
  return path
}

/** Lambda keeps its disk between calls, and other jobs' pictures must not stay on it. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-picture-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
