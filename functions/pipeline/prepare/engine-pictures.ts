import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { Preparation } from '../../../catalog/preparation/preparation.ts'
import { MAX_TARGETS } from '../../../catalog/recipe/shape/recipe.ts'
import type { TargetNets } from '../../../engine/prepare/find-targets.ts'
import { prepareEach } from '../../../engine/prepare/prepare-each.ts'
import { prepareMask } from '../../../engine/prepare/prepare-mask.ts'
import { isFramedRule, preparePicture } from '../../../engine/prepare/prepare-picture.ts'
import { type RestoredPart, restorePicture } from '../../../engine/restore/restore-picture.ts'
import { openVision } from '../../../engine/vision/load/open-vision.ts'
import type { ByteSource } from '../../../metadata/byte-source.ts'
import { log } from '../../log.ts'
import type {
  PictureEngine,
  PreparedTarget,
  ReturnedPicture,
} from '../core/ports/picture-engine.ts'

/** The engine on files in a folder of their own, which is removed when the picture is written. */
export function enginePictures(open: () => Promise<TargetNets> = openVision): PictureEngine {
  let opening: Promise<TargetNets> | undefined
  const vision = () => {
    opening ??= open().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  return {
    prepare: (from, { rule, target, named, targets, chosen, refused }, write) =>
      inFolder(async (folder) => {
        const into = (index: number | 'all') => join(folder, `prepared-${index}`)
        const source = await place(from, folder, 'source')
        const send = async (index: number | undefined, { sent }: Preparation) => {
          const bytes = createReadStream(into(index ?? 'all'))
          await write(index, { bytes, ...TYPES[sent.format] })
        }
        if (target === 'all' && isFramedRule(rule)) {
          const wanted = { source, rule, into, named, targets, most: MAX_TARGETS }
          const each = await prepareEach(wanted, { vision })
          for (const one of each ?? [])
            if ('preparation' in one) await send(one.index, one.preparation)
          if (each) return each.map(inWords)
          if (targets) return undefined
        }
        const wanted = { source, rule, into: into('all'), target, named, chosen, refused }
        const preparation = await preparePicture(wanted, { vision })
        if (preparation) await send(undefined, preparation)
        return preparation
      }),
    prepareMask: (from, preparation, write) =>
      inFolder(async (folder) => {
        const into = join(folder, 'prepared')
        await prepareMask({ mask: await place(from, folder, 'mask'), preparation, into })
        await write({ bytes: createReadStream(into), ...TYPES.png })
      }),
    restore: ({ original, returned }, { metadata, together, format }, write) =>
      inFolder(async (folder) => {
        const into = join(folder, 'restored')
        const task = {
          original: await place(original, folder, 'original'),
          into,
          metadata,
          folder,
          ...(format && { format }),
        }
        const groups = together ? [returned] : returned.map((one) => [one])
        const restored = []
        for (const group of groups) {
          const { index } = group[0]!
          const parts: RestoredPart[] = []
          for (const one of group) parts.push(await placePart(one, task.original, folder))
          const restoration = await unlessUnfit(index, () => restorePicture({ ...task, parts }))
          if (!restoration) continue
          await write(index, { bytes: createReadStream(into), ...typeOf(restoration.format) })
          restored.push({ index, restoration })
        }
        return restored
      }),
  }
}

function inWords(
  one: { index: number } & ({ preparation: Preparation } | { fault: Fault }),
): PreparedTarget {
  return 'fault' in one ? { index: one.index, refusal: one.fault.message } : one
}

/**
 * Places what was sent and what came back. Results of several people may be of one sent picture, which is placed anew.
 */
async function placePart(
  { index, open, sent }: ReturnedPicture,
  original: string,
  folder: string,
): Promise<RestoredPart> {
  const returned = await place(await open(), folder, `returned-${index}`)
  if (!sent) return { sent: original, returned }
  const path = await place(await sent.open(), folder, `sent-${index}`)
  return { sent: path, returned, preparation: sent.preparation }
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
