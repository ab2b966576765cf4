import type { DropPlanAnswer, LeftReason } from '../../../../catalog/console/drops.ts'
import type { PreviewAnswer } from '../../../../catalog/console/recipes.ts'
import type { JobAnswer, JobRow } from '../../../../catalog/console/wire.ts'
import { RequestError, request } from '../../api/request.ts'
import { askedFile, dropFile, filesToSend } from '../../drop/drop-file.ts'
import { readFiles } from '../../drop/read-files.ts'
import { rememberUploads } from '../../drop/remembered-uploads.ts'
import { sendBytes } from '../../drop/send-bytes.ts'
import { uploadFiles } from '../../drop/upload-files.ts'
import { refusal } from '../../words/words.ts'

/** A file that no preview can be made of: why, or what lies not beside it. */
export class PreviewRefused extends Error {
  readonly why: LeftReason | undefined
  readonly missing: readonly string[]

  constructor(why: LeftReason | undefined, missing: readonly string[]) {
    super(why ?? missing.join(', '))
    this.why = why
    this.missing = missing
  }
}

/** A preview's job, and whether it is one that was made before of the same file. */
export type BegunPreview = { job: string; known: boolean }

/**
 * Drops a file, with what belongs to it, under the recipe as it stands: a real job of the pipeline. The same file under
 * the same recipe is not dropped again.
 * @throws PreviewRefused, RequestError
 */
export async function beginPreview(text: string, chosen: readonly File[]): Promise<BegunPreview> {
  const { name } = await request<PreviewAnswer>('/previews', { method: 'POST', body: { text } })
  const files = chosen.map((file) => dropFile({ file, name: file.name }))
  await readFiles(files)
  const plan = await request<DropPlanAnswer>('/drops/plan', {
    method: 'POST',
    body: { recipe: name, files: files.map(askedFile) },
  })
  for (const [at, fate] of plan.fates.entries()) {
    const file = files[at]
    if (file) file.fate = fate
  }
  const source = files.find(({ fate }) => fate?.is === 'source')
  const left = files.find(({ fate }) => fate?.is === 'left')?.fate
  if (source?.fate?.is !== 'source') {
    throw new PreviewRefused(left?.is === 'left' ? left.why : 'no-media', [])
  }
  const missing = [...(source.fate.missing ?? []), ...plan.missingObjects]
  if (missing.length > 0) throw new PreviewRefused(undefined, missing)
  if (source.fate.earlier) return { job: source.fate.earlier.job, known: true }
  const open = filesToSend(files, { again: false, incomplete: false })
  await uploadFiles(
    open.filter(({ fate }) => fate?.is === 'companion' || fate === source.fate),
    name,
    {
      ask: request,
      send: sendBytes,
      remembered: rememberUploads(localStorage),
      pause: (ms) => new Promise((on) => setTimeout(on, ms)),
      running: async () => new AbortController().signal,
      say: refusal,
    },
  )
  if (source.job === undefined) {
    throw new RequestError('Offline', source.trouble ?? refusal({ code: 'Offline' }), 0)
  }
  return { job: source.job, known: false }
}

/** Milliseconds between two questions, and after which a job that has no record is given up. */
const ASK_MS = 1000
const BEGIN_MS = 120_000

/** The row of a job whenever it changed, until it ended. @throws RequestError where it never begins */
export async function* followPreview(job: string, signal: AbortSignal): AsyncGenerator<JobRow> {
  const since = Date.now()
  let last = ''
  while (!signal.aborted) {
    const found = await request<JobAnswer>(`/jobs/${job}`, { signal }).catch((error: unknown) => {
      const early = error instanceof RequestError && ['NotFound', 'Offline'].includes(error.code)
      if (!early || Date.now() - since > BEGIN_MS) throw error
    })
    if (found && JSON.stringify(found.row) !== last) {
      last = JSON.stringify(found.row)
      yield found.row
    }
    if (found?.row.finishedAt !== undefined || found?.row.status === 'parked') return
    await new Promise((on) => setTimeout(on, ASK_MS))
  }
}
