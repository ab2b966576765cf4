import { useSignal } from '@preact/signals'
import type { TaskAnswer, TaskRow, TasksAnswer } from '../../../catalog/console/service-wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { request } from '../api/request.ts'
import { useAnswer } from '../api/use-answer.ts'
import { usePages } from '../api/use-pages.ts'
import { Sure } from '../parts/sure.tsx'
import { When } from '../parts/when.tsx'
import { mayOperate } from '../sign-in/session.ts'
import { formatNumber, formatSpan } from '../words/format.ts'
import { refusal } from '../words/words.ts'
import { AccountChoice, useAccounts } from './account.tsx'
import { serviceWords } from './words/service-words.ts'

const STATUSES = ['running', 'success', 'error'] as const
const SIGNS = { running: '◌', success: '✓', error: '✕' } as const

/** The tasks of an account, newest first; one can be looked at and deleted. */
export function ServiceTasks() {
  const accounts = useAccounts()
  const { current } = accounts
  return (
    <>
      <AccountChoice {...accounts} />
      {current !== undefined && <TaskList key={current} account={current} />}
    </>
  )
}

function TaskList({ account }: { account: string }) {
  const status = useSignal('')
  const said = useSignal('')
  const all = serviceWords.value
  const text = all.tasks
  const { rows, hasMore, more, trouble, reload } = usePages<TasksAnswer, TaskRow>(
    '/tasks',
    { account, status: status.value },
    ({ tasks }) => tasks,
  )
  const remove = async (id: string): Promise<void> => {
    try {
      await request(`/tasks/${id}`, { method: 'DELETE' })
      said.value = text.removed
    } catch (error) {
      said.value = refusal(error)
    }
    await reload()
  }
  return (
    <section class="card" aria-labelledby="service-tasks-title">
      <div class="head">
        <h2 id="service-tasks-title">{all.sections.tasks}</h2>
        <div class="filters">
          <label>
            {text.status}
            <select
              value={status.value}
              onChange={(event) => (status.value = event.currentTarget.value)}
            >
              <option value="">{text.any}</option>
              {STATUSES.map((one) => (
                <option key={one} value={one}>
                  {text.statuses[one]}
                </option>
              ))}
            </select>
          </label>
        </div>
      </div>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        {rows.value === undefined && trouble.value === '' && all.loading}
        {said.value}
      </p>
      {rows.value?.length === 0 && <p class="small">{text.none}</p>}
      <ul class="plain">
        {rows.value?.map((row) => (
          <Task key={row.id} row={row} remove={mayOperate() ? remove : undefined} />
        ))}
      </ul>
      {hasMore && (
        <button type="button" onClick={() => void more()}>
          {all.more}
        </button>
      )}
    </section>
  )
}

type TaskProps = { row: TaskRow; remove: ((id: string) => Promise<void>) | undefined }

function Task({ row, remove }: TaskProps) {
  const { id, feature, stage, status, units, createdAt, finishedAt, error, deletedAt } = row
  const open = useSignal(false)
  const all = serviceWords.value
  const text = all.tasks
  const took = finishedAt && Date.parse(finishedAt) - Date.parse(createdAt)
  const canGo = stage === 'effect' && status !== 'running' && deletedAt === undefined
  return (
    <li class="service-task">
      <div class="delivery-head">
        <span class={status === 'error' ? 'trouble' : ''}>
          {SIGNS[status]} {text.statuses[status]}
        </span>
        <strong>{printable(feature)}</strong>
        <span class="small">{text.stages[stage] ?? printable(stage)}</span>
        <When iso={createdAt} />
        <span class="number">
          {text.unitsOf(formatNumber(units, 2))}
          {took !== undefined && took !== '' && ` · ${formatSpan(Number(took))}`}
        </span>
        {error !== undefined && <code>{printable(error)}</code>}
        {deletedAt !== undefined && <span class="small">{text.deleted}</span>}
        <button
          type="button"
          class="quiet"
          aria-expanded={open.value}
          onClick={() => (open.value = !open.value)}
        >
          {open.value ? text.hide : text.show}
        </button>
      </div>
      {open.value && (
        <div class="task-record">
          <TaskRecord id={id} />
          {remove && canGo && (
            <Sure
              text={text.remove}
              ask={all.sure(text.remove)}
              yes={all.yes}
              cancel={all.cancel}
              act={() => remove(id)}
            />
          )}
        </div>
      )}
    </li>
  )
}

function TaskRecord({ id }: { id: string }) {
  const { answer, trouble } = useAnswer<TaskAnswer>(`/tasks/${id}`)
  const text = serviceWords.value
  if (answer.value === undefined) return <p class="small">{trouble.value || text.loading}</p>
  return <pre>{printableLines(JSON.stringify(answer.value, null, 2))}</pre>
}

/** Text whose line ends stay, and nothing else that cannot be seen. */
function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}
