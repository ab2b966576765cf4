import type { ComponentChildren } from 'preact'
import { recipeWords } from '../words/recipe-words.ts'
import { labelOf } from './field-props.ts'
import type { Path } from './problems.ts'

type Props = {
  path: Path
  given: readonly unknown[]
  /** Takes the new list; undefined leaves it out. */
  set: (list: readonly unknown[] | undefined) => void
  least: number
  most: number
  /** What stands at a place that is added. */
  fresh: (at: number) => unknown
  row: (at: number, item: unknown, set: (item: unknown) => void) => ComponentChildren
}

/** The places of a list: each can be moved up or taken away, and another one added, within the bounds of the list. */
export function ListRows({ path, given, set, least, most, fresh, row }: Props) {
  const text = recipeWords.value
  const name = labelOf(path)
  // Of a list that has one length its places are given or left out together.
  const fixed = least === most
  const replaced = (at: number, item: unknown) =>
    given.map((old, index) => (index === at ? item : old))
  const without = (at: number) => given.filter((_, index) => index !== at)
  const raised = (at: number): unknown[] => {
    const next = [...given]
    const [one] = next.splice(at, 1)
    next.splice(at - 1, 0, one)
    return next
  }
  const added = (): unknown[] => {
    const count = Math.max(least, given.length + 1)
    return Array.from({ length: count }, (_, at) => (at < given.length ? given[at] : fresh(at)))
  }
  return (
    <>
      {given.map((item, at) => (
        <div key={at} class="list-item">
          {row(at, item, (next) => set(replaced(at, next)))}
          {!fixed && (
            <span class="row">
              {at > 0 && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={text.raise(name, at + 1)}
                  onClick={() => set(raised(at))}
                >
                  {text.up}
                </button>
              )}
              <button
                type="button"
                class="quiet"
                aria-label={text.removeItem(name, at + 1)}
                onClick={() => set(given.length === 1 ? undefined : without(at))}
              >
                {text.take}
              </button>
            </span>
          )}
        </div>
      ))}
      <div class="row">
        {given.length < most && (
          <button type="button" onClick={() => set(added())}>
            {text.addItem(name)}
          </button>
        )}
        {fixed && given.length > 0 && (
          <button type="button" class="quiet" onClick={() => set(undefined)}>
            {text.clear(name)}
          </button>
        )}
      </div>
    </>
  )
}
