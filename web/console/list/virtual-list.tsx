// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by transform, which a table does not let them.
// biome-ignore-all lint/a11y/useFocusableInteractive: the list has the focus, and says which row is current.
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
// biome-ignore-all lint/a11y/useKeyWithClickEvents: Enter opens the current row, and its link any.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { boxHeight, boxTop, rowsTop, windowOf } from './window-of.ts'

const OVERSCAN = 8

type Props = {
  label: string
  count: number
  /** Whether there is nothing behind the last row. */
  whole: boolean
  rowHeight: number
  head: ComponentChildren
  row: (at: number) => ComponentChildren
  keyOf: (at: number) => string
  open: (at: number) => void
  /** Called when the end comes near. */
  nearEnd: () => void
  /** Told where the list stands. */
  scrolled: (scrollTop: number) => void
  /** The row that stays in sight, where there is one. */
  current?: number | undefined
}

/** A long list of rows of one height, of which only those in sight are in the document. */
export function VirtualList(props: Props) {
  const { label, count, whole, rowHeight, head, row, keyOf, open, nearEnd, scrolled, current } =
    props
  const box = useRef<HTMLDivElement>(null)
  const view = useSignal({ scrollTop: 0, height: 800 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = (): void => {
      view.value = { scrollTop: element.scrollTop, height: element.clientHeight }
    }
    const moved = (): void => {
      scrolled(element.scrollTop)
      measure()
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', moved, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', moved)
    }
  }, [])
  const { scrollTop, height } = view.value
  const rowsHeight = count * rowHeight
  const top = rowsTop(scrollTop, rowsHeight, height)
  const { first, last } = windowOf(
    { scrollTop: top, height },
    { rowHeight, count, overscan: OVERSCAN },
  )
  useEffect(() => {
    if (last > count - 2 * OVERSCAN) nearEnd()
  }, [last, count])
  useEffect(() => {
    const element = box.current
    if (!element || current === undefined || current < 0) return
    const own = element.clientHeight
    const at = rowsTop(element.scrollTop, rowsHeight, own)
    const [from, end] = [current * rowHeight, (current + 1) * rowHeight]
    if (from < at) element.scrollTop = boxTop(from, rowsHeight, own)
    if (end > at + own) element.scrollTop = boxTop(end - own, rowsHeight, own)
  }, [current])
  const clicked = (event: MouseEvent, at: number): void => {
    if ((event.target as Element).closest('a, button, input')) return
    if (String(getSelection()) === '') open(at)
  }
  const rows = Array.from({ length: last - first }, (_, at) => first + at)
  return (
    <div class="list-frame" role="table" aria-label={label} aria-rowcount={whole ? count + 1 : -1}>
      <div role="rowgroup">
        <div role="row" class="list-row list-head" aria-rowindex={1}>
          {head}
        </div>
      </div>
      <div ref={box} class="list" role="rowgroup" tabIndex={0} aria-label={label}>
        <div
          class="list-space"
          role="presentation"
          style={{ height: `${boxHeight(rowsHeight)}px` }}
        >
          {rows.map((at) => (
            <div
              key={keyOf(at)}
              role="row"
              class={at === current ? 'list-row is-current' : 'list-row'}
              aria-rowindex={at + 2}
              aria-current={at === current ? 'true' : undefined}
              style={{
                transform: `translateY(${at * rowHeight - top + scrollTop}px)`,
                height: `${rowHeight}px`,
              }}
              onClick={(event) => clicked(event, at)}
            >
              {row(at)}
            </div>
          ))}
        </div>
      </div>
    </div>
  )
}
