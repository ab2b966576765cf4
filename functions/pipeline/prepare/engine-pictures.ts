import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { preparePicture } from '../../../engine/prepare/prepare-picture.ts'
import { openVision } from '../../../engine/vision/load/open-vision.ts'
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
  }
}

const TYPES = {
  jpeg: { contentType: 'image/jpeg', ending: '.jpg' },
  png: { contentType: 'image/png', ending: '.png' },
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
