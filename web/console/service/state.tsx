import { useSignal } from '@preact/signals'
import type {
  BudgetAnswer,
  DoctorAnswer,
  FindingRow,
  ParkedAnswer,
} from '../../../catalog/console/service-wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { request } from '../api/request.ts'
import { useAnswer } from '../api/use-answer.ts'
import { Table } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { href } from '../shell/router.ts'
import { mayOperate } from '../sign-in/session.ts'
import { splitKey } from '../text/split-key.ts'
import { formatNumber, formatTime } from '../words/format.ts'
import { refusal } from '../words/words.ts'
import { serviceWords } from './words/service-words.ts'

/** How things stand: what was found wrong, the day's budget, and what waits for it. */
export function State() {
  return (
    <>
      <Doctor />
      <div class="columns two">
        <Budget />
        <Parked />
      </div>
    </>
  )
}

const SIGNS = { ok: '✓', note: 'i', warning: '!', problem: '✕' } as const

function Doctor() {
  const { answer, trouble, busy, reload } = useAnswer<DoctorAnswer>('/doctor')
  const text = serviceWords.value.state
  const found = answer.value?.findings ?? []
  const fine = found.filter(({ level }) => level === 'ok')
  return (
    <section class="card" aria-labelledby="doctor-title">
      <div class="head">
        <h2 id="doctor-title">{text.doctor}</h2>
        <button type="button" disabled={busy.value} onClick={() => void reload()}>
          {text.doctorAgain}
        </button>
      </div>
      <p role="status" class="small">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        {answer.value ? text.doctorAt(formatTime(answer.value.at)) : serviceWords.value.loading}
      </p>
      <ul class="plain doctor">
        {found
          .filter(({ level }) => level !== 'ok')
          .map((finding) => (
            <Found key={`${finding.check} ${finding.says}`} finding={finding} />
          ))}
      </ul>
      {fine.length > 0 && (
        <details>
          <summary>{text.well(fine.length)}</summary>
          <ul class="plain doctor">
            {fine.map((finding) => (
              <Found key={`${finding.check} ${finding.says}`} finding={finding} />
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

/** The first job that a finding names. */
const JOB_ID = /\bjob-[0-9a-f]{40}(?:-[1-9]\d{0,4})?\b/

/** One finding; it is told in the language of the command line. */
function Found({ finding: { level, check, says, todo } }: { finding: FindingRow }) {
  const job = JOB_ID.exec(`${says} ${todo}`)?.[0]
  return (
    <li class={`finding is-${level}`}>
      <span class="sign" aria-hidden="true">
        {SIGNS[level]}
      </span>
      <div>
        <strong>{serviceWords.value.state.levels[level]}</strong>{' '}
        <span class="small">{printable(check)}</span>
        <p lang="en">
          <bdi>{printable(says)}</bdi>
        </p>
        {todo !== undefined && (
          <p lang="en" class="small">
            → <bdi>{printable(todo)}</bdi>
          </p>
        )}
        {job !== undefined && (
          <p>
            <a href={href(`/jobs/${job}`)}>{serviceWords.value.state.openJob}</a>
          </p>
        )}
      </div>
    </li>
  )
}

function Budget() {
  const { answer, trouble } = useAnswer<BudgetAnswer>('/budget')
  const text = serviceWords.value.state
  const { lines = [], until } = answer.value ?? {}
  return (
    <section class="card" aria-labelledby="budget-title">
      <h2 id="budget-title">{text.budget}</h2>
      {trouble.value !== '' && <p class="trouble">{trouble.value}</p>}
      {answer.value && lines.length === 0 && <p class="small">{text.noBudget}</p>}
      <ul class="plain">
        {lines.map(({ recipe, of, taken, most }) => (
          <li key={`${recipe} ${of}`} class="gauge">
            <span>
              <bdi>{recipe === undefined ? text.all : printable(recipe)}</bdi> · {text[of]}
            </span>
            <span class="number">{text.of(amount(of, taken), amount(of, most))}</span>
            <meter min={0} max={most} value={taken} aria-label={recipe ?? text.all} />
          </li>
        ))}
      </ul>
      {until !== undefined && lines.length > 0 && (
        <p class="small">{text.until(formatTime(until))}</p>
      )}
    </section>
  )
}

function amount(of: 'units' | 'dollars', value: number): string {
  return of === 'dollars' ? `$${formatNumber(value, 4)}` : formatNumber(value, 2)
}

function Parked() {
  const { answer, trouble, reload } = useAnswer<ParkedAnswer>('/parked')
  const said = useSignal('')
  const text = serviceWords.value.state
  const { jobs = [], more = false } = answer.value ?? {}
  const release = async (id: string): Promise<void> => {
    try {
      await request(`/jobs/${id}/release`, { method: 'POST' })
      said.value = text.released(1)
    } catch (error) {
      said.value = refusal(error)
    }
    await reload()
  }
  return (
    <section class="card" aria-labelledby="parked-title">
      <h2 id="parked-title">{text.parked}</h2>
      {trouble.value !== '' && <p class="trouble">{trouble.value}</p>}
      <p role="status" class="small">
        {said.value}
      </p>
      {answer.value && jobs.length === 0 && <p class="small">{text.noParked}</p>}
      {jobs.length > 0 && (
        <Table label={text.parked} head={[text.file, text.recipe, text.since, text.goesOn, '']}>
          {jobs.map(({ id, key, recipe, reason, since, until }) => (
            <tr key={id}>
              <td title={reason}>
                <a href={href(`/jobs/${id}`)}>
                  <bdi>{printable(splitKey(key).name)}</bdi>
                </a>
              </td>
              <td>
                <bdi>{printable(recipe)}</bdi>
              </td>
              <td>
                <When iso={since} />
              </td>
              <td>
                <When iso={until} />
              </td>
              <td>
                {mayOperate() && (
                  <button type="button" onClick={() => void release(id)}>
                    {text.release}
                  </button>
                )}
              </td>
            </tr>
          ))}
        </Table>
      )}
      {more && <p class="small">{text.moreParked}</p>}
    </section>
  )
}
