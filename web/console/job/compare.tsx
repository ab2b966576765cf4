import { useSignal } from '@preact/signals'
import type { JobRow } from '../../../catalog/console/wire.ts'
import { words } from '../words/words.ts'

/** The source and a result in one place, parted by a line that is dragged or moved by arrow keys. */
export function Compare({ row }: { row: JobRow }) {
  const at = useSignal(50)
  const which = useSignal(row.results[0] ?? '')
  const text = words.value.jobs
  const picture = (name: string): string => `/console/api/files/${row.id}/${name}`
  const move = (event: PointerEvent): void => {
    const frame = (event.currentTarget as HTMLElement).getBoundingClientRect()
    at.value = Math.min(100, Math.max(0, ((event.clientX - frame.left) / frame.width) * 100))
  }
  const slide = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? 10 : 1
    if (event.key === 'ArrowLeft') at.value = Math.max(0, at.value - step)
    else if (event.key === 'ArrowRight') at.value = Math.min(100, at.value + step)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <figure class="compare">
      <div
        class="frame"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          move(event)
        }}
        onPointerMove={(event) => event.buttons === 1 && move(event)}
      >
        <img src={picture('source')} alt={text.before} draggable={false} />
        <img
          class="over"
          src={picture(which.value)}
          alt={text.after}
          draggable={false}
          style={{ clipPath: `inset(0 0 0 ${at.value}%)` }}
        />
        <div
          class="divider"
          role="slider"
          tabIndex={0}
          aria-label={`${text.before} / ${text.after}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(at.value)}
          style={{ left: `${at.value}%` }}
          onKeyDown={slide}
        />
      </div>
      <figcaption>
        <span>{text.before}</span>
        {row.results.length > 1 && (
          <select
            aria-label={words.value.job.result}
            value={which.value}
            onChange={(event) => (which.value = event.currentTarget.value)}
          >
            {row.results.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
        <span>{text.after}</span>
      </figcaption>
    </figure>
  )
}
