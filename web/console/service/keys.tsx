import { useSignal } from '@preact/signals'
import type { KeyMade, KeyRow, KeysAnswer } from '../../../catalog/console/service-wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { request } from '../api/request.ts'
import { useAnswer } from '../api/use-answer.ts'
import { ShownOnce } from '../parts/shown-once.tsx'
import { Sure } from '../parts/sure.tsx'
import { Table } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { formatBytes, formatNumber, formatTime } from '../words/format.ts'
import { refusal } from '../words/words.ts'
import { serviceWords } from './words/service-words.ts'

/** The name that `darkroom connect` gives the pipeline's own key. */
const PIPELINE = 'pipeline'

/** Keys with how much of what they may ask they asked for; made and replaced ones are shown once. */
export function Keys({ changed }: { changed: () => Promise<void> }) {
  const { answer, trouble, reload } = useAnswer<KeysAnswer>('/keys')
  const said = useSignal('')
  const made = useSignal<KeyMade | undefined>(undefined)
  const all = serviceWords.value
  const text = all.accounts
  const act = async (path: string, body: object = {}): Promise<void> => {
    said.value = ''
    try {
      const answered = await request<KeyMade>(path, { method: 'POST', body })
      if (path === '/keys' || path.endsWith('/rotate')) {
        if (answered.key === undefined) said.value = all.once.gone
        else made.value = answered
      }
    } catch (error) {
      said.value = refusal(error)
    }
    await Promise.all([reload(), changed()])
  }
  const { keys = [], uploads = [] } = answer.value ?? {}
  return (
    <section class="card" aria-labelledby="service-keys-title">
      <div class="head">
        <h2 id="service-keys-title">{text.keys}</h2>
        <MakeKey make={(body) => act('/keys', body)} />
      </div>
      <p role="status" class="notes">
        {trouble.value !== '' && <span class="trouble">{trouble.value}</span>}
        {said.value !== '' && <span class="trouble">{said.value}</span>}
      </p>
      <Table
        label={text.keys}
        head={[
          text.key,
          all.account,
          text.name,
          all.sections.state,
          text.expires,
          text.requests,
          '',
        ]}
      >
        {keys.map((key) => (
          <RowOfKey key={key.id} row={key} act={act} />
        ))}
      </Table>
      <h3>{text.uploads}</h3>
      <ul class="plain">
        {uploads.map(({ account, bytes, most }) => (
          <li key={account} class="gauge">
            <bdi>{printable(account)}</bdi>
            <span class="number">{text.requestsOf(formatBytes(bytes), formatBytes(most))}</span>
            <meter min={0} max={most} value={bytes} aria-label={account} />
          </li>
        ))}
      </ul>
      {made.value?.key !== undefined && (
        <ShownOnce
          title={all.once.key}
          secret={made.value.key}
          note={made.value.formerUntil && all.once.formerUntil(formatTime(made.value.formerUntil))}
          words={all.once}
          close={() => (made.value = undefined)}
        />
      )}
    </section>
  )
}

type RowProps = { row: KeyRow; act: (path: string, body?: object) => Promise<void> }

function RowOfKey({ row, act }: RowProps) {
  const { id, hint, account, name, state, createdAt, expiresAt, requests } = row
  const all = serviceWords.value
  const text = all.accounts
  const asking = { yes: all.yes, cancel: all.cancel }
  const warning = name === PIPELINE ? text.pipelineKey : undefined
  const { inWindow, perWindow, perSecond } = requests
  return (
    <tr>
      <td title={createdAt}>
        <code>{printable(hint)}</code>
      </td>
      <td>
        <bdi>{printable(account)}</bdi>
      </td>
      <td>
        <bdi>{printable(name)}</bdi>
      </td>
      <td>{text.keyState[state]}</td>
      <td>{expiresAt === undefined ? text.never : <When iso={expiresAt} />}</td>
      <td class={inWindow >= perWindow ? 'trouble' : ''}>
        {text.requestsOf(formatNumber(inWindow), formatNumber(perWindow))}
        <br />
        <small>{text.perSecond(formatNumber(perSecond))}</small>
      </td>
      <td>
        <div class="actions">
          {state !== 'inactive' && (
            <Sure
              {...asking}
              text={text.rotate}
              ask={all.sure(`${text.rotate} ${printable(name)}`)}
              warning={warning}
              act={() => act(`/keys/${id}/rotate`)}
            />
          )}
          {state === 'inactive' ? (
            <button type="button" onClick={() => void act(`/keys/${id}/enable`)}>
              {text.on}
            </button>
          ) : (
            <Sure
              {...asking}
              text={text.off}
              ask={all.sure(`${text.off} ${printable(name)}`)}
              act={() => act(`/keys/${id}/disable`)}
            />
          )}
        </div>
      </td>
    </tr>
  )
}

function MakeKey({ make }: { make: (body: object) => Promise<void> }) {
  const account = useSignal('')
  const name = useSignal('')
  const text = serviceWords.value.accounts
  return (
    <form
      class="filters"
      aria-label={text.make}
      onSubmit={(event) => {
        event.preventDefault()
        const called = name.value.trim()
        void make({ account: account.value.trim(), ...(called !== '' && { name: called }) })
      }}
    >
      <label>
        {text.newAccount}
        <input
          required
          pattern="[a-z0-9][a-z0-9\-]{0,63}"
          title={text.accountHint}
          spellcheck={false}
          value={account.value}
          onInput={(event) => (account.value = event.currentTarget.value)}
        />
      </label>
      <label>
        {text.name}
        <input
          maxLength={100}
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit">{text.make}</button>
    </form>
  )
}
