import { go, place } from '../shell/router.ts'
import { words } from '../words/words.ts'

const STATES = ['running', 'parked', 'succeeded', 'refused', 'failed'] as const

/** Recipe, state, reason and time that the list is narrowed by; they stand in the address. */
export function JobFilters() {
  const { query } = place.value
  const text = words.value.jobs
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(query)
    if (value === '') next.delete(name)
    else next.set(name, value)
    const asked = next.toString()
    go(asked === '' ? '/jobs' : `/jobs?${asked}`)
  }
  const jump = (local: string): void => {
    const time = new Date(local)
    set('before', local === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString())
  }
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <label>
        {text.state}
        <select
          value={query.get('state') ?? ''}
          onChange={(event) => set('state', event.currentTarget.value)}
        >
          <option value="">{text.any}</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {words.value.states[state]}
            </option>
          ))}
        </select>
      </label>
      <label>
        {text.recipe}
        <input
          value={query.get('recipe') ?? ''}
          size={12}
          onChange={(event) => set('recipe', event.currentTarget.value.trim())}
        />
      </label>
      <label>
        {text.reason}
        <input
          value={query.get('reason') ?? ''}
          size={14}
          onChange={(event) => set('reason', event.currentTarget.value.trim())}
        />
      </label>
      <label>
        {text.jump}
        <input type="datetime-local" onChange={(event) => jump(event.currentTarget.value)} />
      </label>
    </form>
  )
}
