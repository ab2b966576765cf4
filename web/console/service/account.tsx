import { signal } from '@preact/signals'
import type { AccountsAnswer } from '../../../catalog/console/service-wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'
import { useAnswer } from '../api/use-answer.ts'
import { words } from '../words/words.ts'
import { serviceWords } from './words/service-words.ts'

/** The account that is looked at. */
export const account = signal<string | undefined>(undefined)

/** Accounts that have a key, and which of them is looked at: the first until somebody chooses. */
export function useAccounts() {
  const asked = useAnswer<AccountsAnswer>('/accounts')
  const names = asked.answer.value?.accounts.map((one) => one.account) ?? []
  const chosen = account.value !== undefined && names.includes(account.value)
  return { ...asked, names, current: chosen ? account.value : names[0] }
}

type Props = Pick<ReturnType<typeof useAccounts>, 'names' | 'current' | 'trouble' | 'answer'>

/** Chooses an account, or says why there is none to choose. */
export function AccountChoice({ names, current, trouble, answer }: Props) {
  const text = serviceWords.value
  if (trouble.value !== '') return <p class="trouble">{trouble.value}</p>
  if (answer.value === undefined) return <p class="small">{words.value.jobs.loading}</p>
  if (current === undefined) return <p class="empty">{text.noAccounts}</p>
  return (
    <div class="filters">
      <label>
        {text.account}
        <select value={current} onChange={(event) => (account.value = event.currentTarget.value)}>
          {names.map((name) => (
            <option key={name} value={name}>
              {printable(name)}
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
