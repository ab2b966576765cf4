import { useSignal } from '@preact/signals'
import type {
  DeliveriesAnswer,
  DeliveryRow,
  ReplayAnswer,
} from '../../../catalog/console/service-wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { request } from '../api/request.ts'
import { usePages } from '../api/use-pages.ts'
import { When } from '../parts/when.tsx'
import { mayOperate } from '../sign-in/session.ts'
import { formatNumber, formatTime } from '../words/format.ts'
import { refusal } from '../words/words.ts'
import { serviceWords } from './words/service-words.ts'

/** Events that are sent again by one request. */
const AT_ONCE = 100

/** What endpoints were told of an account's tasks, attempt by attempt; it can be sent again. */
export function Deliveries({ account }: { account: string }) {
  const failed = useSignal(false)
  const said = useSignal('')
  const all = serviceWords.value
  const text = all.webhooks
  const { rows, hasMore, more, trouble, reload } = usePages<DeliveriesAnswer, DeliveryRow>(
    '/deliveries',
    { account, failed: failed.value ? 'true' : undefined },
    ({ deliveries }) => deliveries,
  )
  const replay = async (events: readonly string[]): Promise<void> => {
    let [begun, not] = [0, 0]
    try {
      for (let from = 0; from < events.length; from += AT_ONCE) {
        const body = { account, events: events.slice(from, from + AT_ONCE) }
        const sent = await request<ReplayAnswer>('/deliveries/replay', { method: 'POST', body })
        begun += sent.begun
        not += sent.underWay + sent.unheard + sent.wornOut
      }
      said.value = text.replayed(begun, not)
    } catch (error) {
      said.value = refusal(error)
    }
    await reload()
  }
  const found = rows.value
  const events = [...new Set(found?.map(({ event }) => event))]
  return (
    <section class="card" aria-labelledby="deliveries-title">
      <div class="head">
        <h2 id="deliveries-title">{text.deliveries}</h2>
        <div class="actions">
          {[false, true].map((value) => (
            <button
              key={String(value)}
              type="button"
              aria-pressed={failed.value === value}
              onClick={() => (failed.value = value)}
            >
              {value ? text.failed : text.latest}
            </button>
          ))}
          {failed.value && mayOperate() && events.length > 0 && (
            <button type="button" class="main" onClick={() => void replay(events)}>
              {text.replayAll}
            </button>
          )}
        </div>
      </div>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        {found === undefined && trouble.value === '' && all.loading}
        {said.value}
      </p>
      {found?.length === 0 && (
        <p class="small">{failed.value ? text.noFailed : text.noDeliveries}</p>
      )}
      <ul class="plain">
        {found?.map((row) => (
          <Delivery
            key={`${row.event} ${row.endpoint}`}
            row={row}
            replay={mayOperate() ? () => replay([row.event]) : undefined}
          />
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

type DeliveryProps = { row: DeliveryRow; replay: (() => Promise<void>) | undefined }

const SIGNS = { pending: '◌', delivered: '✓', exhausted: '✕', refused: '✕' } as const

function Delivery({ row, replay }: DeliveryProps) {
  const { event, endpoint, feature, status, createdAt, dueAt, attempts } = row
  const text = serviceWords.value.webhooks
  return (
    <li class="delivery">
      <div class="delivery-head">
        <span class={status === 'exhausted' || status === 'refused' ? 'trouble' : ''}>
          {SIGNS[status]} {text.statuses[status]}
        </span>
        {feature !== undefined && <strong>{printable(feature)}</strong>}
        <When iso={createdAt} />
        <code class="cut" title={event}>
          {printable(event)}
        </code>
        <span class="small">
          → <code>{printable(endpoint)}</code>
        </span>
        {replay && status !== 'pending' && (
          <button type="button" onClick={() => void replay()}>
            {text.replay}
          </button>
        )}
      </div>
      <ol class="plain attempts">
        {attempts.map(({ at, status: code, reason, ms, answer }) => (
          <li key={at} class="small">
            <When iso={at} /> <strong>{code ?? <bdi>{printable(reason ?? '')}</bdi>}</strong>{' '}
            {formatNumber(ms)} ms{' '}
            {answer !== undefined && answer !== '' && (
              <code>
                <bdi>{printable(answer)}</bdi>
              </code>
            )}
          </li>
        ))}
        {dueAt !== undefined && <li class="small">{text.next(formatTime(dueAt))}</li>}
      </ol>
    </li>
  )
}
