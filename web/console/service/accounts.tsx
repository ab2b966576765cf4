import { useSignal } from '@preact/signals'
import type { AccountRow, UnitsAnswer } from '../../../catalog/console/service-wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { request } from '../api/request.ts'
import { useAnswer } from '../api/use-answer.ts'
import { usePages } from '../api/use-pages.ts'
import { Table } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { mayAdminister } from '../sign-in/session.ts'
import { formatNumber } from '../words/format.ts'
import { refusal } from '../words/words.ts'
import { AccountChoice, useAccounts } from './account.tsx'
import { Keys } from './keys.tsx'
import { serviceWords } from './words/service-words.ts'

/** What accounts can spend and what became of it, and their keys. */
export function Accounts() {
  const accounts = useAccounts()
  const { current } = accounts
  const found = accounts.answer.value?.accounts.find(({ account }) => account === current)
  return (
    <>
      <AccountChoice {...accounts} />
      {found && <Units key={found.account} row={found} changed={accounts.reload} />}
      {mayAdminister() && <Keys changed={accounts.reload} />}
    </>
  )
}

type UnitsProps = { row: AccountRow; changed: () => Promise<void> }

function Units({ row, changed }: UnitsProps) {
  const { account, available, reserved, spent } = row
  const path = `/units?account=${encodeURIComponent(account)}`
  const { answer, trouble, reload } = useAnswer<UnitsAnswer>(`${path}&limit=1`)
  const text = serviceWords.value.accounts
  const { lots = [] } = answer.value ?? {}
  return (
    <section class="card" aria-labelledby="units-title">
      <div class="head">
        <h2 id="units-title">{text.units}</h2>
        {mayAdminister() && (
          <Grant
            account={account}
            granted={async () => {
              await Promise.all([reload(), changed()])
            }}
          />
        )}
      </div>
      {trouble.value !== '' && <p class="trouble">{trouble.value}</p>}
      <dl class="counts">
        {Object.entries({ available, reserved, spent }).map(([name, count]) => (
          <div key={name}>
            <dt>{text[name as 'available']}</dt>
            <dd>{formatNumber(count, 2)}</dd>
          </div>
        ))}
      </dl>
      <h3>{text.lots}</h3>
      <Table
        label={text.lots}
        head={[text.lot, text.left, text.granted, text.expires]}
        numbers={[1]}
      >
        {lots.map(({ id, remaining, granted, at, expiresAt }) => (
          <tr key={id}>
            <td>
              <code>{id}</code>
            </td>
            <td class="number">
              {formatNumber(remaining, 2)} / {formatNumber(granted)}
            </td>
            <td>
              <When iso={at} />
            </td>
            <td>{expiresAt === undefined ? text.never : <When iso={expiresAt} />}</td>
          </tr>
        ))}
      </Table>
      <History account={account} available={available} />
    </section>
  )
}

/** @param available when it changes the history begins anew */
function History({ account, available }: { account: string; available: number }) {
  const text = serviceWords.value.accounts
  const { rows, hasMore, more, trouble } = usePages<UnitsAnswer, UnitsAnswer['history'][number]>(
    '/units',
    { account, limit: '20' },
    ({ history }) => history,
  )
  return (
    <details key={available}>
      <summary>{text.history}</summary>
      {trouble.value !== '' && <p class="trouble">{trouble.value}</p>}
      {rows.value?.length === 0 && <p class="small">{text.noHistory}</p>}
      <Table
        label={text.history}
        head={[serviceWords.value.time, text.what, text.change, text.of]}
        numbers={[2]}
      >
        {rows.value?.map(({ at, action, units, target }) => (
          <tr key={`${at} ${action} ${target}`}>
            <td>
              <When iso={at} />
            </td>
            <td>{text.actions[action]}</td>
            <td class="number">
              {units > 0 ? '+' : ''}
              {formatNumber(units, 2)}
            </td>
            <td>
              <code class="cut">{printable(target)}</code>
            </td>
          </tr>
        ))}
      </Table>
      {hasMore && (
        <button type="button" onClick={() => void more()}>
          {serviceWords.value.more}
        </button>
      )}
    </details>
  )
}

function Grant({ account, granted }: { account: string; granted: () => Promise<void> }) {
  const amount = useSignal('1000')
  const trouble = useSignal('')
  const text = serviceWords.value.accounts
  const grant = async (): Promise<void> => {
    trouble.value = ''
    try {
      const body = { account, units: Number(amount.value) }
      await request('/units', { method: 'POST', body })
      await granted()
    } catch (error) {
      trouble.value = refusal(error)
    }
  }
  return (
    <form
      class="filters"
      aria-label={text.grantUnits}
      onSubmit={(event) => {
        event.preventDefault()
        void grant()
      }}
    >
      <label>
        {text.amount}
        <input
          type="number"
          required
          min={1}
          max={1_000_000_000}
          step={1}
          value={amount.value}
          onInput={(event) => (amount.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit">{text.grantUnits}</button>
      <span role="status" class="trouble small">
        {trouble.value}
      </span>
    </form>
  )
}
