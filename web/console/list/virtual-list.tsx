// biome-ignore-all lint/a11y/useSemanticElements: rows are placed by transform, which a table does not let them.
// biome-ignore-all lint/a11y/useFocusableInteractive: the list has the focus, and says which row is current.
// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { windowOf } from './window-of.ts'

const OVERSCAN = 12

type Props = {
  label: string
  count: number
  rowHeight: number
  row: (at: number) => ComponentChildren
  /** Called when the end comes near. */
  nearEnd: () => void
  /** The row that stays in sight, where there is one. */
  current?: number | undefined
}

/** A long list of rows of one height, of which only those in sight are in the document. */
export function VirtualList({ label, count, rowHeight, row, nearEnd, current }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const view = useSignal({ scrollTop: 0, height: 800 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const measure = (): void => {
      view.value = { scrollTop: element.scrollTop, height: element.clientHeight }
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [])
  const { first, last } = windowOf(view.value, { rowHeight, count, overscan: OVERSCAN })
  useEffect(() => {
    if (last > count - 2 * OVERSCAN) nearEnd()
  }, [last, count])
  useEffect(() => {
    const element = box.current
    if (!element || current === undefined) return
    const [top, end] = [current * rowHeight, (current + 1) * rowHeight]
    if (top < element.scrollTop) element.scrollTop = top
    if (end > element.scrollTop + element.clientHeight)
      element.scrollTop = end - element.clientHeight
  }, [current])
  const rows = Array.from({ length: last - first }, (_, at) => first + at)
  return (
    <div ref={box} class="list" role="table" aria-label={label} aria-rowcount={count} tabIndex={0}>
      <div class="list-space" style={{ height: `${count * rowHeight}px` }} role="rowgroup">
        {rows.map((at) => (
          <div
            key={at}
            role="row"
            class={at === current ? 'list-row is-current' : 'list-row'}
            aria-rowindex={at + 1}
            style={{ transform: `translateY(${at * rowHeight}px)`, height: `${rowHeight}px` }}
          >
            {row(at)}
          </div>
        ))}
      </div>
    </div>
  )
}
