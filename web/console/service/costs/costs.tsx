import { useSignal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { CostsAnswer } from '../../../../catalog/console/service-wire.ts'
import { printable } from '../../../../catalog/json/unprintable.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { Table } from '../../parts/table.tsx'
import { Lazy } from '../../shell/lazy.tsx'
import { formatNumber } from '../../words/format.ts'
import { serviceWords } from '../words/service-words.ts'
import type { Layer } from './plot.tsx'
import { type Amounts, byDay, OUTCOMES, sumRows } from './sum-rows.ts'

const loadPlot = async () => (await import('./plot.tsx')).Plot

const SPANS = ['3', '14', '30', '90']
const TONES = {
  succeeded: '--ink',
  refused: '--edge',
  failed: '--bad',
  parked: '--accent',
} as const
/** Behind the point of a dollar: a job costs some hundredths of a cent. */
const DOLLAR_DIGITS = 4

/** Costs and outcomes by day and recipe: two plots, and a table with the numbers. */
export function Costs() {
  const days = useSignal('14')
  const recipe = useSignal('')
  const { answer, trouble } = useAnswer<CostsAnswer>(`/costs?by=day,recipe&days=${days.value}`)
  const text = serviceWords.value.costs
  const all = answer.value?.rows
  const names = [...new Set(all?.map((row) => row.recipe ?? ''))].sort()
  const rows = all?.filter((row) => recipe.value === '' || (row.recipe ?? GONE) === recipe.value)
  const nameOf = (name: string | undefined): string =>
    name === undefined || name === GONE || name === ''
      ? text.gone
      : name === 'unusable'
        ? text.unusable
        : printable(name)
  return (
    <>
      <div class="filters">
        <label>
          {text.days}
          <select value={days.value} onChange={(event) => (days.value = event.currentTarget.value)}>
            {SPANS.map((span) => (
              <option key={span}>{span}</option>
            ))}
          </select>
        </label>
        <label>
          {text.recipe}
          <select
            value={recipe.value}
            onChange={(event) => (recipe.value = event.currentTarget.value)}
          >
            <option value="">{text.allRecipes}</option>
            {names.map((name) => (
              <option key={name} value={name === '' ? GONE : name}>
                {nameOf(name)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        {rows === undefined && trouble.value === '' && serviceWords.value.loading}
      </p>
      {answer.value && rows && rows.length > 0 && (
        <Drawn rows={rows} days={answer.value.days} nameOf={nameOf} />
      )}
      {rows?.length === 0 && <p class="empty">{text.none}</p>}
      <p class="small">
        {text.estimated} {location.protocol === 'http:' && text.keptHere}
      </p>
    </>
  )
}

/** Stands for recipes that are there no more, whose names are not known. */
const GONE = '?'

type DrawnProps = {
  rows: CostsAnswer['rows']
  days: readonly string[]
  nameOf: (name: string | undefined) => string
}

function Drawn({ rows, days, nameOf }: DrawnProps) {
  const text = serviceWords.value.costs
  const { jobs, dollars } = useMemo(() => {
    const sums = byDay(rows, days)
    const layer = (name: string, tone: string, of: keyof Amounts): Layer => ({
      name,
      tone,
      values: sums.map((sum) => sum[of]),
    })
    return {
      jobs: OUTCOMES.map((outcome) => layer(text.outcomes[outcome], TONES[outcome], outcome)),
      dollars: [layer(text.money, '--ink', 'dollars')],
    }
  }, [rows, days, text])
  const head = [text.day, text.recipe, ...OUTCOMES.map((one) => text.outcomes[one])]
  const numbers = [2, 3, 4, 5, 6, 7]
  return (
    <>
      <div class="columns two">
        <figure class="card">
          <figcaption>
            <h2>{text.jobs}</h2>
          </figcaption>
          <Lazy
            load={loadPlot}
            props={{ label: text.plotOf(text.jobs), days, layers: jobs, digits: 0 }}
          />
          <p class="legend">
            {OUTCOMES.map((outcome) => (
              <span key={outcome}>
                <span class={`sample part is-${outcome}`} aria-hidden="true" />{' '}
                {text.outcomes[outcome]}
              </span>
            ))}
          </p>
        </figure>
        <figure class="card">
          <figcaption>
            <h2>{text.dollars}</h2>
          </figcaption>
          <Lazy
            load={loadPlot}
            props={{
              label: text.plotOf(text.dollars),
              days,
              layers: dollars,
              digits: DOLLAR_DIGITS,
            }}
          />
        </figure>
      </div>
      <Table
        label={serviceWords.value.sections.costs}
        head={[...head, text.units, text.money]}
        numbers={numbers}
      >
        <tr class="is-total">
          <th scope="row" colSpan={2}>
            {text.total}
          </th>
          <Cells amounts={sumRows(rows)} />
        </tr>
        {rows.map((row) => (
          <tr key={`${row.day} ${row.recipe}`}>
            <td>{row.day}</td>
            <td>
              <bdi>{nameOf(row.recipe)}</bdi>
            </td>
            <Cells amounts={row} />
          </tr>
        ))}
      </Table>
    </>
  )
}

function Cells({ amounts }: { amounts: Amounts }) {
  return (
    <>
      {OUTCOMES.map((outcome) => (
        <td key={outcome} class="number">
          {formatNumber(amounts[outcome])}
        </td>
      ))}
      <td class="number">{formatNumber(amounts.units, 1)}</td>
      <td class="number">${formatNumber(amounts.dollars, DOLLAR_DIGITS)}</td>
    </>
  )
}
