import { useSignal } from '@preact/signals'
import type { BudgetAnswer, ParkedAnswer } from '../../../catalog/console/service-wire.ts'
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

/** How things stand: the day's budget, and what waits for it. */
export function State() {
  return (
    <div class="columns two">
      <Budget />
      <Parked />
    </div>
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
