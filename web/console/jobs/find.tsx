import { useSignal } from '@preact/signals'
import type { JobRow } from '../../../catalog/console/wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { request, withQuery } from '../api/request.ts'
import { go, href } from '../shell/router.ts'
import { splitKey } from '../text/split-key.ts'
import { refusal, words } from '../words/words.ts'
import { StateMark } from './state-mark.tsx'

type Answer = { jobs: JobRow[]; keys: string[]; batch?: string }

/** Finds a job or batch by its id, and jobs by the beginning of their files' keys. */
export function Find() {
  const asked = useSignal('')
  const found = useSignal<readonly JobRow[] | undefined>(undefined)
  const trouble = useSignal('')
  const text = words.value.jobs
  const find = async (): Promise<void> => {
    const given = asked.value.trim()
    found.value = undefined
    trouble.value = ''
    if (given === '') return
    try {
      const { jobs, batch } = await request<Answer>(withQuery('/find', { text: given }))
      if (batch !== undefined) go(`/batches/${batch}`)
      else if (jobs.length === 1 && jobs[0]) go(`/jobs/${jobs[0].id}`)
      else found.value = jobs
    } catch (error) {
      trouble.value = refusal(error)
    }
  }
  return (
    <search class="find">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void find()
        }}
      >
        <label>
          {text.find}
          <input
            id="find"
            type="search"
            placeholder={text.findHint}
            spellcheck={false}
            value={asked.value}
            onInput={(event) => (asked.value = event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape') found.value = undefined
            }}
          />
        </label>
        <span role="status" class="small">
          {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
          {found.value && (found.value.length > 0 ? text.found(found.value.length) : text.notFound)}
        </span>
        {found.value && found.value.length > 0 && (
          <ul class="plain card findings-of-find">
            {found.value.map((row) => (
              <li key={row.id}>
                <a href={href(`/jobs/${row.id}`)}>
                  <bdi>{printable(splitKey(row.key).name)}</bdi>
                </a>
                <StateMark status={row.status} />
                <small>
                  <bdi>{printable(row.key)}</bdi>
                </small>
              </li>
            ))}
          </ul>
        )}
      </form>
    </search>
  )
}
