import { go, place } from '../shell/router.ts'
import { words } from '../words/words.ts'
import { rows } from './jobs-store.ts'

const NARROW = matchMedia('(max-width: 760px)')

const STATES = ['running', 'parked', 'succeeded', 'refused', 'failed'] as const

/** Recipes and reasons that were seen since the page was opened: what there is to choose from. */
const seen = { recipe: new Set<string>(), reason: new Set<string>() }

/** Recipe, state, reason, day and time that the list is narrowed by; they stand in the address. */
export function JobFilters() {
  const { query } = place.value
  const text = words.value.jobs
  for (const { recipe, failure } of rows.value) {
    seen.recipe.add(recipe)
    if (failure) seen.reason.add(failure.code)
  }
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
  const choice = (name: 'recipe' | 'reason') => {
    const now = query.get(name) ?? ''
    const all = [...new Set([...seen[name], ...(now === '' ? [] : [now])])].sort()
    return (
      <label>
        {text[name]}
        <select value={now} onChange={(event) => set(name, event.currentTarget.value)}>
          <option value="">{text.any}</option>
          {all.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
    )
  }
  return (
    <details class="filter-fold" open={!NARROW.matches || query.size > 0}>
      <summary>{text.filter}</summary>
      {form()}
    </details>
  )

  function form() {
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
        {choice('recipe')}
        {choice('reason')}
        <label>
          {text.day}
          <input
            type="date"
            value={query.get('day') ?? ''}
            onChange={(event) => set('day', event.currentTarget.value)}
          />
        </label>
        <label>
          {text.jump}
          <input type="datetime-local" onChange={(event) => jump(event.currentTarget.value)} />
        </label>
        {query.size > 0 && (
          <button type="button" class="quiet" onClick={() => go('/jobs')}>
            {text.clearFilters}
          </button>
        )}
      </form>
    )
  }
}
