import type { Signal } from '@preact/signals'
import { words } from '../../words/words.ts'
import type { Looking } from './use-view.ts'

const MODES = ['divide', 'side', 'blink'] as const

/** How before and after are compared: parted by a line, side by side, one after the other. */
export type Mode = (typeof MODES)[number]

/** A step of zooming. */
export const STEP = 1.5

type Props = {
  /** Absent where there is nothing to compare. */
  mode: Mode | undefined
  show(mode: Mode): void
  /** How many people were found, where they may be shown. */
  found: number | undefined
  people: Signal<boolean>
  looking: Looking
}

/** The tools above a comparison. */
export function Tools({ mode, show, found, people, looking }: Props) {
  const text = words.value.compare
  const { isFit, zoom, zoomToPixels, showAll } = looking
  return (
    <div class="tools" role="toolbar" aria-label={text.title}>
      {mode && (
        <div class="segments">
          {MODES.map((one) => (
            <button key={one} type="button" aria-pressed={mode === one} onClick={() => show(one)}>
              {text[one]}
            </button>
          ))}
        </div>
      )}
      {found !== undefined && (
        <button
          type="button"
          aria-pressed={people.value}
          onClick={() => (people.value = !people.value)}
        >
          {text.people(found)}
        </button>
      )}
      <span class="spring" />
      <div class="segments">
        <button type="button" aria-label={text.smaller} onClick={() => zoom(1 / STEP)}>
          −
        </button>
        <button type="button" aria-pressed={isFit} onClick={showAll}>
          {text.fit}
        </button>
        <button type="button" onClick={zoomToPixels}>
          100 %
        </button>
        <button type="button" aria-label={text.larger} onClick={() => zoom(STEP)}>
          +
        </button>
      </div>
    </div>
  )
}
