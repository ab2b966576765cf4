import { type Signal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { JobAnswer } from '../../../catalog/console/wire.ts'
import { codeEndedIn, reasonAlone } from '../../../catalog/failures/ended-in.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { formatNumber } from '../words/format.ts'
import { words } from '../words/words.ts'
import { LineInvalid, overridesFrom } from './overrides.ts'
import { recordOf } from './record.ts'

const TARGETS = ['usable', 'largest', 'leftmost', 'rightmost', 'topmost', 'centre', 'all'] as const

type Props = {
  answer: JobAnswer
  /** The person who was clicked. */
  wanted: Signal<number | undefined>
  retry: ((body: object) => Promise<void>) | undefined
}

/** Why a job failed or a file was refused, what to do about it, and another attempt where that is possible. */
export function FailureCard({ answer: { row, job, price }, wanted, retry }: Props) {
  const text = words.value.job
  const { failure } = row
  if (!failure) return null
  const { code, message, retryable } = failure
  return (
    <section class="card why" aria-labelledby="why-title">
      <h2 id="why-title" tabIndex={-1}>
        {row.status === 'failed' ? text.failed : text.refused}
      </h2>
      <p class="reason-words">
        <bdi>{printable(reasonAlone(message))}</bdi>
      </p>
      <p>
        {text.advice[code] ?? (retryable ? text.mayHelp : text.helpsNot)}{' '}
        <code>{printable(codeEndedIn(message) ?? code)}</code>
      </p>
      {retry && <Again job={job} price={price} wanted={wanted} retry={retry} />}
    </section>
  )
}

type AgainProps = {
  job: unknown
  price: JobAnswer['price']
  wanted: Props['wanted']
  retry: (body: object) => Promise<void>
}

function Again({ job, price, wanted, retry }: AgainProps) {
  const text = words.value.job
  const { planned, found: people } = recordOf(job)
  const found = people?.boxes ?? []
  const target = useSignal('')
  const lines = useSignal('')
  const wrong = useSignal('')
  const busy = useSignal(false)
  const hasTarget = planned.length === 0 || planned.some(({ target: own }) => own !== undefined)
  useEffect(() => {
    if (wanted.value !== undefined) target.value = `index:${wanted.value}`
  }, [wanted.value])
  const begin = async (): Promise<void> => {
    try {
      const asked = [
        ...(target.value ? [`steps.0.target=${target.value}`] : []),
        ...lines.value.split('\n'),
      ]
      const overrides = overridesFrom(asked)
      wrong.value = ''
      busy.value = true
      await retry(Object.keys(overrides).length === 0 ? {} : { overrides })
    } catch (error) {
      if (!(error instanceof LineInvalid)) throw error
      wrong.value = error.message
    } finally {
      busy.value = false
    }
  }
  return (
    <form
      class="again"
      onSubmit={(event) => {
        event.preventDefault()
        void begin()
      }}
    >
      {hasTarget && (
        <label>
          {text.target}
          <select
            value={target.value}
            onChange={(event) => {
              target.value = event.currentTarget.value
              const index = /^index:(\d+)$/.exec(target.value)?.[1]
              wanted.value = index === undefined ? undefined : Number(index)
            }}
          >
            <option value="">{text.unchanged}</option>
            {found.map((_, index) => (
              <option key={index} value={`index:${index}`}>
                {words.value.compare.person(index + 1)}
              </option>
            ))}
            {TARGETS.map((one) => (
              <option key={one} value={one}>
                {text.targets[one]}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="grows">
        {text.parameters}
        <textarea
          rows={2}
          value={lines.value}
          spellcheck={false}
          placeholder={text.parametersHint}
          aria-invalid={wrong.value !== ''}
          onInput={(event) => (lines.value = event.currentTarget.value)}
        />
      </label>
      <div class="actions">
        <button type="submit" class="main" disabled={busy.value}>
          {words.value.jobs.retry}
        </button>
        {price && <span class="small">{text.price(priceInWords(price))}</span>}
      </div>
      <p role="status" class="notes">
        {wrong.value !== '' && (
          <span class="trouble">{text.lineWrong(printable(wrong.value))}</span>
        )}
      </p>
      {found.length > 1 && <p class="small">{text.clickPerson}</p>}
    </form>
  )
}

function priceInWords({ least, most }: NonNullable<JobAnswer['price']>): string {
  return least === most ? formatNumber(most) : `${formatNumber(least)}–${formatNumber(most)}`
}
