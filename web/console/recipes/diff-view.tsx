import { printable } from '../../../catalog/json/unprintable.ts'
import { lineDiff } from './line-diff.ts'
import { recipeWords } from './words/recipe-words.ts'

const SIGNS = { same: ' ', removed: '−', added: '+' } as const

/** What differs between the saved text and the one on the page, line by line. */
export function DiffView({ saved, own }: { saved: string; own: string }) {
  const text = recipeWords.value
  const lines = lineDiff(saved, own)
  if (lines.every(({ kind }) => kind === 'same')) return <p class="small">{text.same}</p>
  return (
    <div class="diff">
      <p class="small">
        − {text.savedSide}, + {text.ownSide}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="diff-lines" tabIndex={0} aria-label={text.compare}>
        {lines.map(({ kind, text: line }, at) => (
          <code key={at} class={`diff-line is-${kind}`}>
            <span aria-hidden={kind === 'same'}>{SIGNS[kind]} </span>
            {printable(line)}
          </code>
        ))}
      </section>
    </div>
  )
}
