import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import type { RecipeFacts } from '../../../../catalog/console/recipes.ts'
import type { JobRow } from '../../../../catalog/console/wire.ts'
import { reasonAlone } from '../../../../catalog/failures/ended-in.ts'
import { printable } from '../../../../catalog/json/unprintable.ts'
import { dropWords } from '../../drop/words/drop-words.ts'
import { StateMark } from '../../jobs/state-mark.tsx'
import { href } from '../../shell/router.ts'
import { formatNumber } from '../../words/format.ts'
import { refusal } from '../../words/words.ts'
import { DiffView } from '../diff-view.tsx'
import { recipeWords } from '../words/recipe-words.ts'
import { beginPreview, followPreview, PreviewRefused } from './run-preview.ts'

/** One preview: the recipe that it was made by, its job, and how that is. */
type Run = { number: number; text: string; job: string; known: boolean; row?: JobRow }

/** Tries the recipe as it stands on a file, when somebody asks for it; every result stays beside the others. */
export function PreviewPanel({ text, facts }: { text: string; facts: RecipeFacts | undefined }) {
  const chosen = useSignal<readonly File[]>([])
  const runs = useSignal<readonly Run[]>([])
  const trouble = useSignal('')
  const busy = useSignal(false)
  const picker = useRef<HTMLInputElement>(null)
  const gone = useRef(new AbortController())
  useEffect(() => () => gone.current.abort(), [])
  const words = recipeWords.value
  const take = (files: Iterable<File>): void => {
    chosen.value = [...files]
    trouble.value = ''
  }
  const begin = async (): Promise<void> => {
    busy.value = true
    trouble.value = ''
    try {
      const begun = await beginPreview(text, chosen.value)
      const run: Run = { number: runs.value.length + 1, text, ...begun }
      runs.value = [run, ...runs.value]
      busy.value = false
      for await (const row of followPreview(begun.job, gone.current.signal)) {
        runs.value = runs.value.map((one) => (one.number === run.number ? { ...one, row } : one))
      }
    } catch (error) {
      if (!gone.current.signal.aborted) trouble.value = inWords(error)
    } finally {
      busy.value = false
    }
  }
  const companions = facts?.companions ?? []
  const price = facts && words.previewUnits(facts.units.least, facts.units.most, formatNumber)
  return (
    <section
      class="card preview"
      aria-labelledby="preview-title"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        if (event.dataTransfer) take(event.dataTransfer.files)
      }}
    >
      <h2 id="preview-title">{words.previewTitle}</h2>
      <p class="small">{words.previewUnder}</p>
      <div class="actions">
        <button type="button" onClick={() => picker.current?.click()}>
          {companions.length > 0
            ? words.previewChooseMore(companions.join(', '))
            : words.previewChoose}
        </button>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          aria-label={words.previewChoose}
          onChange={({ currentTarget: input }) => {
            take(input.files ?? [])
            input.value = ''
          }}
        />
        {chosen.value.length > 0 && (
          <span class="small">
            <bdi>
              {printable(words.previewFile(chosen.value.map(({ name }) => name).join(', ')))}
            </bdi>
          </span>
        )}
        <button
          type="button"
          class="main"
          disabled={busy.value || chosen.value.length === 0 || !facts}
          onClick={() => void begin()}
        >
          {words.previewRun(price ?? '…')}
        </button>
      </div>
      <p role="status" class="notes">
        {trouble.value !== '' && (
          <span class="trouble">
            <bdi>{printable(trouble.value)}</bdi>
          </span>
        )}
      </p>
      {runs.value.length > 0 && (
        <div class="preview-runs">
          {runs.value[0] && <Source job={runs.value[0].job} ready={runs.value[0].row} />}
          {runs.value.map((run, at) => (
            <RunFigure key={run.number} run={run} before={runs.value[at + 1]} />
          ))}
        </div>
      )}
    </section>
  )
}

function Source({ job, ready }: { job: string; ready: JobRow | undefined }) {
  const words = recipeWords.value
  return (
    <figure>
      {ready ? (
        <img src={`/console/api/pictures/${job}/source/2048`} alt={words.previewSource} />
      ) : (
        <div class="preview-empty" />
      )}
      <figcaption>{words.previewSource}</figcaption>
    </figure>
  )
}

function RunFigure({ run, before }: { run: Run; before: Run | undefined }) {
  const words = recipeWords.value
  const shown = useSignal(true)
  const { number, job, row, known, text } = run
  const title = words.previewOf(number)
  return (
    <figure>
      {row?.status === 'succeeded' && shown.value ? (
        <img
          src={`/console/api/pictures/${job}/result-0/2048`}
          alt={title}
          onError={() => {
            shown.value = false
          }}
        />
      ) : (
        <div class="preview-empty">
          {row?.failure && (
            <p class="trouble">
              <bdi>{printable(reasonAlone(row.failure.message))}</bdi>
            </p>
          )}
          {row?.status === 'succeeded' && <p>{words.previewNoPicture}</p>}
          {(!row || row.status === 'running') && <p>{words.previewWaits}</p>}
        </div>
      )}
      <figcaption>
        <strong>{title}</strong> {row && <StateMark status={row.status} />}{' '}
        <a href={href(`/jobs/${job}`)}>{words.previewOpen}</a>
        {known && <small> {words.previewKnown}</small>}
      </figcaption>
      {before && before.text !== text && (
        <details>
          <summary class="small">{words.previewChange}</summary>
          <DiffView saved={before.text} own={text} />
        </details>
      )}
    </figure>
  )
}

function inWords(error: unknown): string {
  if (!(error instanceof PreviewRefused)) return refusal(error)
  const { reasons, missingOf } = dropWords.value
  return error.why === undefined ? missingOf(error.missing.join(', ')) : reasons[error.why]
}
