import { useSignal } from '@preact/signals'
import type {
  EndpointMade,
  EndpointRow,
  EndpointsAnswer,
} from '../../../catalog/console/service-wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { request } from '../api/request.ts'
import { useAnswer } from '../api/use-answer.ts'
import { ShownOnce } from '../parts/shown-once.tsx'
import { Sure } from '../parts/sure.tsx'
import { mayAdminister } from '../sign-in/session.ts'
import { formatNumber, formatTime } from '../words/format.ts'
import { refusal } from '../words/words.ts'
import { AccountChoice, useAccounts } from './account.tsx'
import { Deliveries } from './deliveries.tsx'
import { serviceWords } from './words/service-words.ts'

/** Who hears of the ends of tasks, and what they were told. */
export function Webhooks() {
  const accounts = useAccounts()
  const { current } = accounts
  return (
    <>
      <AccountChoice {...accounts} />
      {current !== undefined && mayAdminister() && <Endpoints key={current} account={current} />}
      {current !== undefined && <Deliveries key={`deliveries ${current}`} account={current} />}
    </>
  )
}

type Act = (path: string, method?: 'POST' | 'DELETE', body?: object) => Promise<void>

function Endpoints({ account }: { account: string }) {
  const { answer, trouble, reload } = useAnswer<EndpointsAnswer>(`/webhooks?account=${account}`)
  const said = useSignal('')
  const made = useSignal<EndpointMade | undefined>(undefined)
  const all = serviceWords.value
  const text = all.webhooks
  const act: Act = async (path, method = 'POST', body = {}) => {
    said.value = ''
    try {
      const answered = await request<EndpointMade>(path, { method, body })
      if (path === '/webhooks' || path.endsWith('/rotate')) {
        if (answered.secret === undefined) said.value = all.once.gone
        else made.value = answered
      }
    } catch (error) {
      said.value = refusal(error)
    }
    await reload()
  }
  const endpoints = answer.value?.endpoints
  return (
    <section class="card" aria-labelledby="endpoints-title">
      <div class="head">
        <h2 id="endpoints-title">{text.endpoints}</h2>
        <AddEndpoint add={(body) => act('/webhooks', 'POST', { account, ...body })} />
      </div>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        {said.value !== '' && <span class="trouble">{said.value}</span>}
      </p>
      {endpoints?.length === 0 && <p class="small">{text.noEndpoints}</p>}
      <ul class="plain">
        {endpoints?.map((row) => (
          <Endpoint key={row.id} row={row} act={act} />
        ))}
      </ul>
      {made.value?.secret !== undefined && (
        <ShownOnce
          title={all.once.secret}
          secret={made.value.secret}
          note={made.value.formerUntil && all.once.formerUntil(formatTime(made.value.formerUntil))}
          words={all.once}
          close={() => (made.value = undefined)}
        />
      )}
    </section>
  )
}

function Endpoint({ row, act }: { row: EndpointRow; act: Act }) {
  const all = serviceWords.value
  const text = all.webhooks
  const { id, account, url, active, pipeline, features = [], keys = [] } = row
  const { failures, failingSince, inactiveReason } = row
  const path = `/webhooks/${account}/${id}`
  const names = [...features, ...keys]
  const asking = { yes: all.yes, cancel: all.cancel }
  return (
    <li class="endpoint">
      <div>
        <bdi class="key">{printable(url)}</bdi>
        <p class="small">
          {active ? `✓ ${text.active}` : `✕ ${text.off}`}
          {pipeline && ` · ${text.pipeline}`}
          {names.length > 0 && ` · ${text.hears(names.map(printable).join(', '))}`}
          {failingSince !== undefined &&
            ` · ${text.failing(formatNumber(failures ?? 1), formatTime(failingSince))}`}
        </p>
        {!active && inactiveReason !== undefined && (
          <p class="small trouble">
            <bdi>{printable(inactiveReason)}</bdi>
          </p>
        )}
      </div>
      <div class="actions">
        <Sure
          {...asking}
          text={text.rotate}
          ask={all.sure(text.rotate)}
          warning={pipeline ? text.pipelineSecret : undefined}
          act={() => act(`${path}/rotate`)}
        />
        {active ? (
          <Sure
            {...asking}
            text={text.disable}
            ask={all.sure(text.disable)}
            act={() => act(`${path}/disable`)}
          />
        ) : (
          <button type="button" onClick={() => void act(`${path}/enable`)}>
            {text.enable}
          </button>
        )}
        <Sure
          {...asking}
          text={text.remove}
          ask={all.sure(`${text.remove} ${printable(url)}`)}
          act={() => act(path, 'DELETE')}
        />
      </div>
    </li>
  )
}

function AddEndpoint({ add }: { add: (body: object) => Promise<void> }) {
  const url = useSignal('')
  const features = useSignal('')
  const text = serviceWords.value.webhooks
  return (
    <form
      class="filters"
      aria-label={text.addTitle}
      onSubmit={(event) => {
        event.preventDefault()
        const named = features.value.split(/[\s,]+/).filter(Boolean)
        void add({ url: url.value.trim(), ...(named.length > 0 && { features: named }) })
      }}
    >
      <label>
        {text.url}
        <input
          type="url"
          required
          placeholder="https://"
          spellcheck={false}
          value={url.value}
          onInput={(event) => (url.value = event.currentTarget.value)}
        />
      </label>
      <label>
        {text.features}
        <input
          placeholder={text.featuresHint}
          spellcheck={false}
          value={features.value}
          onInput={(event) => (features.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit">{text.add}</button>
    </form>
  )
}
