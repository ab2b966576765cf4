import type {
  DroppedAnswer,
  UploadAnswer,
  UploadStateAnswer,
  UploadsAnswer,
} from '../../../catalog/console/drops.ts'
import { PART_BYTES, partBytes, partCount } from '../../../catalog/console/upload-limits.ts'
import { askedFile, type DropFile } from './drop-file.ts'
import { pauseAfter, persist, TRIES } from './persist.ts'
import type { RememberedUploads } from './remembered-uploads.ts'
import { SendError, type Sending } from './sending.ts'

export type UploadDeps = {
  /** Asks the admin API. */
  ask: <Answer>(
    path: string,
    options?: { method?: 'POST' | 'DELETE'; body?: unknown },
  ) => Promise<Answer>
  send: (sending: Sending) => Promise<void>
  remembered: RememberedUploads
  /** Waits so many milliseconds. */
  pause: (ms: number) => Promise<void>
  /** Resolves when nothing is paused, with what ends a sending when something is. */
  running: () => Promise<AbortSignal>
  /** A failure in words. */
  say: (error: unknown) => string
}

/** Requests with bytes at the same time. */
const LANES = 4
/** Small files whose addresses are asked for together. */
const LINKS = 50
/** Files whose jobs are asked for together. */
const JOBS = 100
/** One request with bytes, and what follows it. */
type Task = { file: DropFile; run: () => Promise<void> }

/**
 * Uploads files straight to the bucket, four requests at a time: companions first, small files in one piece, larger
 * ones in parts that are not sent again where they are there. What is wrong with one file keeps no other.
 */
export async function uploadFiles(
  files: readonly DropFile[],
  recipe: string,
  deps: UploadDeps,
): Promise<void> {
  for (const file of files) file.status = 'waiting'
  const isCompanion = ({ fate }: DropFile): boolean => fate?.is === 'companion'
  for (const some of [files.filter(isCompanion), files.filter((file) => !isCompanion(file))]) {
    const without = withoutCompanions(files)
    for (const file of some) if (without.has(file.name)) file.status = 'failed'
    const ready = some.filter(({ name }) => !without.has(name))
    const told = tellJobs(recipe, deps)
    const tasks = tasksOf(ready, recipe, deps, told.sent)
    const lane = async (): Promise<void> => {
      for (let next = await tasks.next(); !next.done; next = await tasks.next()) {
        const { file, run } = next.value
        if (file.status === 'failed' || file.status === 'changed') continue
        await run().catch((error: unknown) => fail(file, error, deps))
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    await told.end()
  }
}

/** The names of files of which a companion failed: their jobs would only wait for it. */
function withoutCompanions(files: readonly DropFile[]): Set<string> {
  const names = new Set<string>()
  for (const { fate, status } of files) {
    if (fate?.is !== 'companion' || fate.of === undefined) continue
    if (status === 'failed' || status === 'changed') names.add(fate.of)
  }
  return names
}

async function* tasksOf(
  files: readonly DropFile[],
  recipe: string,
  deps: UploadDeps,
  sent: (file: DropFile) => Promise<void>,
): AsyncGenerator<Task> {
  const small = files.filter(({ size }) => size < PART_BYTES)
  for (let at = 0; at < small.length; at += LINKS) {
    yield* smallTasks(small.slice(at, at + LINKS), recipe, deps, sent)
  }
  for (const file of files) {
    if (file.size >= PART_BYTES) yield* partTasks(file, recipe, deps)
  }
}

async function* smallTasks(
  files: readonly DropFile[],
  recipe: string,
  deps: UploadDeps,
  sent: (file: DropFile) => Promise<void>,
): AsyncGenerator<Task> {
  const link = async (some: readonly DropFile[]): Promise<UploadAnswer[]> => {
    const body = { recipe, files: some.map(askedFile) }
    const asked = () => deps.ask<UploadsAnswer>('/uploads', { method: 'POST', body })
    return (await persist(asked, deps)).uploads
  }
  const links = await link(files).catch((error: unknown) => {
    for (const file of files) fail(file, error, deps)
    return []
  })
  for (const [at, first] of links.entries()) {
    const file = files[at]
    if (!file) continue
    let to = first
    const anew = async (): Promise<void> => {
      to = (await link([file]))[0] ?? to
    }
    const run = async (): Promise<void> => {
      const where = () => ({ url: to.url ?? '', headers: to.headers })
      await sendPiece({ file, part: 1, body: file.file, bytes: file.size, where, anew }, deps)
      file.status = 'sent'
      await sent(file)
    }
    yield { file, run }
  }
}

async function* partTasks(file: DropFile, recipe: string, deps: UploadDeps): AsyncGenerator<Task> {
  const { name, size, modified } = file
  const facts = { recipe, name, size, modified }
  const each = partBytes(size)
  const stateOf = (id: string, after: number) =>
    persist(() => deps.ask<UploadStateAnswer>(`/uploads/${id}?after=${after}`), deps)
  const begun = await beginParts(file, facts, deps, stateOf).catch((error: unknown) => {
    fail(file, error, deps)
    return undefined
  })
  if (!begun) return
  const { id } = begun
  let { state } = begun
  file.status = 'sending'
  file.sent = state.there.reduce((sum, { bytes }) => sum + bytes, 0)
  let open = partCount(size) - state.there.length
  const complete = async (): Promise<void> => {
    const { job } = await persist(
      () => deps.ask<DroppedAnswer>(`/uploads/${id}/complete`, { method: 'POST' }),
      deps,
    )
    deps.remembered.forget(facts)
    file.sent = size
    file.status = 'sent'
    if (job !== undefined) file.job = job
  }
  if (open === 0) yield { file, run: complete }
  while (state.next.length > 0) {
    for (const { number, url: first } of state.next) {
      let url = first
      const from = (number - 1) * each
      const bytes = Math.min(each, size - from)
      const body = file.file.slice(from, from + bytes)
      const anew = async (): Promise<void> => {
        url = (await stateOf(id, number - 1)).next[0]?.url ?? url
      }
      const run = async (): Promise<void> => {
        await sendPiece({ file, part: number, body, bytes, where: () => ({ url }), anew }, deps)
        open -= 1
        if (open === 0) await complete()
      }
      yield { file, run }
      if (file.status !== 'sending') return
    }
    const last = state.next.at(-1)?.number ?? 0
    if (last >= partCount(size)) return
    const next = await stateOf(id, last).catch((error: unknown) => fail(file, error, deps))
    if (!next) return
    state = next
  }
}

type Facts = { recipe: string; name: string; size: number; modified: number }

/** Goes on with an upload of the same file, where one was begun and is kept; else begins one. */
async function beginParts(
  file: DropFile,
  facts: Facts,
  { ask, remembered, ...deps }: UploadDeps,
  stateOf: (id: string, after: number) => Promise<UploadStateAnswer>,
): Promise<{ id: string; state: UploadStateAnswer }> {
  const known = remembered.find(facts)
  if (known !== undefined) {
    const state = await stateOf(known, 0).catch((error: unknown) => {
      if ((error as { code?: string }).code !== 'Gone') throw error
    })
    if (state) return { id: known, state }
  }
  const body = { recipe: facts.recipe, files: [askedFile(file)] }
  const { uploads } = await persist(
    () => ask<UploadsAnswer>('/uploads', { method: 'POST', body }),
    deps,
  )
  const id = uploads[0]?.id ?? ''
  remembered.keep(facts, id)
  return { id, state: await stateOf(id, 0) }
}

/** Statuses after which another address is asked for: it is over, or nothing answered. */
const AWAY: ReadonlySet<number> = new Set([0, 403])

type Piece = {
  file: DropFile
  part: number
  body: Blob
  bytes: number
  where: () => Pick<Sending, 'url'> & { headers?: Sending['headers'] | undefined }
  /** Asks for another address, because this one is refused. */
  anew: () => Promise<void>
}

/** Sends a piece until it is there: again when it is let go on, and some times after failures. */
async function sendPiece(
  { file, part, body, bytes, where, anew }: Piece,
  { send, running, pause }: UploadDeps,
): Promise<void> {
  for (let tried = 1; ; ) {
    const signal = await running()
    file.status = 'sending'
    const seen = (bytes: number): void => void file.onTheWay.set(part, bytes)
    const { url, headers } = where()
    try {
      await send({ url, body, signal, seen, ...(headers && { headers }) })
      file.sent += bytes
      return
    } catch (error) {
      if (signal.aborted) continue
      await requireUnchanged(body)
      if (tried >= TRIES) throw error
      await pause(pauseAfter(tried))
      tried += 1
      // Where nothing answered, the console's answer says that the way is open again.
      if (error instanceof SendError && AWAY.has(error.status)) await anew()
    } finally {
      file.onTheWay.delete(part)
    }
  }
}

/** The file was written or removed since it was chosen: browsers read nothing of it any more. */
export class FileChanged extends Error {}

async function requireUnchanged(body: Blob): Promise<void> {
  try {
    await body.slice(0, 1).arrayBuffer()
  } catch (cause) {
    throw new FileChanged('', { cause })
  }
}

function fail(file: DropFile, error: unknown, { say }: Pick<UploadDeps, 'say'>): void {
  file.status = error instanceof FileChanged ? 'changed' : 'failed'
  file.trouble = say(error)
}

/** Asks for the jobs of files that are there, some at a time. */
function tellJobs(recipe: string, deps: UploadDeps) {
  let open: DropFile[] = []
  const tell = async (): Promise<void> => {
    const some = open.filter(({ fate }) => fate?.is === 'source')
    open = []
    if (some.length === 0) return
    const body = { recipe, names: some.map(({ name }) => name) }
    const asked = () =>
      deps.ask<{ dropped: DroppedAnswer[] }>('/drops/jobs', { method: 'POST', body })
    // The files are there, and their jobs begin, whether or not somebody is told.
    const { dropped } = await persist(asked, deps).catch(() => ({ dropped: [] }))
    for (const [at, { job }] of dropped.entries()) {
      const file = some[at]
      if (file && job !== undefined) file.job = job
    }
  }
  return {
    sent: async (file: DropFile): Promise<void> => {
      open.push(file)
      if (open.length >= JOBS) await tell()
    },
    end: tell,
  }
}
