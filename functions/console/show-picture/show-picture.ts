import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type PictureFacts,
  type PictureSize,
  PREVIEWS_PREFIX,
  type TilesAnswer,
} from '../../../catalog/console/pictures.ts'
import { Failure } from '../../../catalog/failures/failure.ts'
import { Fault } from '../../../catalog/failures/fault.ts'
import type { Job } from '../../operate/pipeline-records.ts'
import type { ObjectRef, Objects } from '../../pipeline/core/ports/objects.ts'
import { objectOf } from '../routes/link-to-job-file.ts'
import type { ShowPicture } from '../routes/route.ts'
import type { Making } from './making.ts'

export type ShowPictureDeps = {
  objects: Pick<Objects, 'open' | 'presign' | 'write'>
  making: Making
  /** Makes one from a file into another; see `makePreview` of the engine. */
  makePreview(
    from: string,
    size: PictureSize,
    into: string,
    signal: AbortSignal,
  ): Promise<{ facts: PictureFacts; written: boolean }>
  resultsBucket: string
  /** Waits so many milliseconds between two looks for what somebody else makes. @default a timer */
  wait?: (milliseconds: number) => Promise<void>
}

/** What is kept of each size. */
const KEPT = {
  '256': { ending: '-256.webp', type: 'image/webp' },
  '2048': { ending: '-2048.jpg', type: 'image/jpeg' },
  tiles: { ending: '-tiles.json', type: 'application/json' },
} as const

const TILES = { ending: '-tiles.zip', type: 'application/zip' }

/** The most bytes of a file that is read for a preview: the largest picture the engine takes, and short videos. */
const MOST_BYTES = 500_000_000
/** Less than the 29 seconds that a request has. */
const LONGEST = 25_000
const LOOKS = 40
const LINK_SECONDS = 300

/**
 * Shows a source or a result of a job. A preview is made when it is first asked for and kept; of several who ask at
 * the same time one makes it. What cannot be shown is remembered for a day.
 * @throws Failure PictureNotShown with the reason, PictureNotReady, Gone, SourceArchived, InvalidParameters, NotFound
 */
export function pictureShower(deps: ShowPictureDeps): ShowPicture {
  const { wait = pause } = deps
  return async (job, which, size) => {
    const asked = { job, which, size }
    const object = objectOf(job, which, deps.resultsBucket)
    for (let looks = 0; looks < LOOKS; looks++) {
      const kept = await readKept(asked, deps)
      if (kept) return await answer(kept, asked, deps)
      const begun = await deps.making.begin(nameOf(asked))
      if (begun === 'mine') return await answer(await make(object, asked, deps), asked, deps)
      if (begun !== 'theirs') throw new Failure('PictureNotShown', begun.reason)
      await wait(LONGEST / LOOKS)
    }
    throw new Failure('PictureNotReady')
  }
}

type Asked = { job: Job; which: string; size: PictureSize }

function nameOf({ job, which }: Asked): string {
  return `${job.id}#${which}`
}

function placeOf({ job, which, size }: Asked, { resultsBucket }: ShowPictureDeps): ObjectRef {
  return {
    bucket: resultsBucket,
    key: `${PREVIEWS_PREFIX}${job.id}/${which}${KEPT[size].ending}`,
  }
}

async function readKept(asked: Asked, deps: ShowPictureDeps): Promise<Buffer | undefined> {
  const found = await deps.objects.open(placeOf(asked, deps))
  return found && Buffer.from(await new Response(found.body).arrayBuffer())
}

async function answer(bytes: Buffer, asked: Asked, deps: ShowPictureDeps) {
  if (asked.size !== 'tiles') return { bytes, type: KEPT[asked.size].type }
  const facts = JSON.parse(bytes.toString()) as PictureFacts
  const json: TilesAnswer = {
    ...facts,
    ...(facts.levels.length > 0 && {
      url: await deps.objects.presign(tilesOf(asked, deps), LINK_SECONDS),
    }),
  }
  return { json }
}

function tilesOf(asked: Asked, deps: ShowPictureDeps): ObjectRef {
  const { bucket, key } = placeOf(asked, deps)
  return { bucket, key: key.replace(KEPT.tiles.ending, TILES.ending) }
}

async function make(object: ObjectRef, asked: Asked, deps: ShowPictureDeps): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'darkroom-picture-'))
  try {
    const bytes = await makeIn(folder, object, asked, deps)
    await deps.making.end(nameOf(asked))
    return bytes
  } catch (error) {
    if (!(error instanceof Fault) || error.condition === 'runtime') {
      await deps.making.end(nameOf(asked))
      throw error instanceof Fault ? new Failure('PictureNotReady', error.message) : error
    }
    await deps.making.refuse(nameOf(asked), error.message)
    throw new Failure('PictureNotShown', error.message, { cause: error })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What a recipe says of how long results are kept; a source is its owner's to keep. */
function goneOf({ job: { finishedAt, recipe }, which }: Asked): string {
  const keepDays = recipe.plan?.output.keepDays
  if (which === 'source' || !keepDays || finishedAt === undefined) {
    return 'The file is not there any more.'
  }
  const until = new Date(Date.parse(finishedAt) + keepDays * 86_400_000).toISOString().slice(0, 10)
  return `The file is not there any more: its recipe keeps results for ${keepDays} days, until ${until}.`
}

async function makeIn(
  folder: string,
  object: ObjectRef,
  asked: Asked,
  deps: ShowPictureDeps,
): Promise<Buffer> {
  const { objects, makePreview } = deps
  const [from, into] = [join(folder, 'file'), join(folder, 'preview')]
  const signal = AbortSignal.timeout(LONGEST)
  const found = await objects.open(object)
  if (!found) throw new Failure('Gone', goneOf(asked))
  if (found.size > MOST_BYTES) {
    await found.body.cancel()
    throw new Fault('bytes', `The file has ${found.size} bytes; at most ${MOST_BYTES} are shown.`)
  }
  await pipeline(found.body, createWriteStream(from), { signal })
  const { facts, written } = await makePreview(from, asked.size, into, signal)
  const keepDays = asked.job.recipe.plan?.output.keepDays
  // Previews leave no later than the results they show.
  const options = keepDays && { tags: { 'keep-days': String(keepDays) } }
  if (asked.size === 'tiles' && written) {
    await objects.write(tilesOf(asked, deps), createReadStream(into), {
      contentType: TILES.type,
      ...options,
    })
  }
  const bytes = asked.size === 'tiles' ? Buffer.from(JSON.stringify(facts)) : await readFile(into)
  await objects.write(placeOf(asked, deps), bytes, {
    contentType: KEPT[asked.size].type,
    ...options,
  })
  return bytes
}
