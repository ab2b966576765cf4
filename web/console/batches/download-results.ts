import { downloadZip } from 'client-zip'
import type { BatchFilesAnswer } from '../../../catalog/console/wire.ts'
import { request, withQuery } from '../api/request.ts'
import { nameInZip } from './name-in-zip.ts'

/** How much was fetched. */
export type Progress = {
  files: number
  bytes: number
  /** Results that are not there any more. */
  missing: number
}

/** The most bytes of one archive where it cannot be written while it comes, and must be in memory whole. */
const PART_BYTES = 500e6

/** How S3 answers a presigned address after its time, and one of what is not there to who may not list. */
const LINK_ENDED = 403

/** What Chromium has and the types of the library do not know yet. */
type Saver = {
  showSaveFilePicker?(options: {
    suggestedName: string
  }): Promise<{ createWritable(): Promise<WritableStream<Uint8Array>> }>
}

/**
 * Downloads all results of a batch as one archive that keeps the folders of their sources, written to disk as it comes;
 * where the browser cannot do that, as archives of 500 MB.
 * @param seen told how far it is
 */
export async function downloadResults(
  batch: string,
  signal: AbortSignal,
  seen: (progress: Progress) => void,
): Promise<Progress> {
  const progress = { files: 0, bytes: 0, missing: 0 }
  const files = resultsOf(batch, signal, progress, seen)
  const { showSaveFilePicker } = globalThis as Saver
  if (showSaveFilePicker) {
    const file = await showSaveFilePicker({ suggestedName: `${batch}.zip` })
    const { body } = downloadZip(files)
    await body?.pipeTo(await file.createWritable(), { signal })
    return progress
  }
  for (let part = 1, done = false; !done; part++) {
    const chosen = takePart(files, progress, () => {
      done = true
    })
    const blob = await downloadZip(chosen).blob()
    if (part === 1 || !done || progress.bytes > 0) save(blob, `${batch}-${part}.zip`)
  }
  return progress
}

type Entry = { name: string; input: Response }

async function* resultsOf(
  batch: string,
  signal: AbortSignal,
  progress: Progress,
  seen: (progress: Progress) => void,
): AsyncGenerator<Entry> {
  const taken = new Set<string>()
  let after: number | undefined
  do {
    const asked = withQuery(`/batches/${batch}/files`, {
      after: after === undefined ? undefined : String(after),
    })
    const ask = () => request<BatchFilesAnswer>(asked, { signal })
    let page = await ask()
    for (const [nth, file] of page.files.entries()) {
      let input = await fetch(file.url, { signal })
      if (input.status === LINK_ENDED) {
        // A link holds for five minutes; the ones before may have taken longer.
        page = await ask()
        input = await fetch(page.files[nth]?.url ?? file.url, { signal })
      }
      if (!input.ok) {
        progress.missing += 1
        seen({ ...progress })
        continue
      }
      progress.files += 1
      progress.bytes += Number(input.headers.get('content-length') ?? 0)
      seen({ ...progress })
      yield { name: nameInZip(file, taken), input }
    }
    after = page.next
  } while (after !== undefined)
}

/** The next files until there are some 500 MB of them. A generator that is left is closed, so its steps are taken. */
async function* takePart(
  files: AsyncGenerator<Entry>,
  progress: Progress,
  ended: () => void,
): AsyncGenerator<Entry> {
  const begun = progress.bytes
  while (progress.bytes - begun < PART_BYTES) {
    const { value, done } = await files.next()
    if (done) return ended()
    yield value
  }
}

function save(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
