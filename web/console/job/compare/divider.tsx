import type { Signal } from '@preact/signals'
import { words } from '../../words/words.ts'

/** The line between before and after: dragged, or moved by arrow keys. */
export function Divider({ at }: { at: Signal<number> }) {
  const text = words.value.jobs
  const slide = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? 10 : 1
    const to: Record<string, number> = {
      ArrowLeft: at.value - step,
      ArrowRight: at.value + step,
      Home: 0,
      End: 100,
    }
    const next = to[event.key]
    if (next === undefined) return
    at.value = Math.min(100, Math.max(0, next))
    event.preventDefault()
    event.stopPropagation()
  }
  const drag = (event: PointerEvent): void => {
    const line = event.currentTarget as HTMLElement
    if (event.type === 'pointerdown') line.setPointerCapture(event.pointerId)
    if (event.buttons !== 1) return
    const box = (line.parentElement as HTMLElement).getBoundingClientRect()
    at.value = Math.min(100, Math.max(0, ((event.clientX - box.left) / box.width) * 100))
    event.stopPropagation()
  }
  return (
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
      onPointerDown={drag}
      onPointerMove={drag}
    />
  )
}
