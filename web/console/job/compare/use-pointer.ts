import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Size } from '../../../../engine/geometry/size.ts'
import type { Looking } from './use-view.ts'

/** Screen pixels that an arrow key moves a picture by. */
const PAN = 60
/** Wheel units that make a picture e times as large. */
const WHEEL = 300

type Options = {
  looking: Looking
  frame: Size
  /** The line between before and after in per cent, where it is moved by dragging. */
  line: Signal<number> | undefined
}

/** What mouse, fingers and arrow keys do on the stage: they move a picture that is zoomed, and else the line. */
export function usePointer({ looking, frame, line }: Options) {
  const { isFit, zoom, pan } = looking
  const from = useRef<{ x: number; y: number } | undefined>(undefined)
  const moveLine = (event: PointerEvent): void => {
    if (!line) return
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
    line.value = Math.min(100, Math.max(0, ((event.clientX - box.left) / box.width) * 100))
  }
  const end = (): void => {
    from.current = undefined
  }
  return {
    onPointerDown: (event: PointerEvent): void => {
      if ((event.target as Element).closest('button, .divider')) return
      ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY }
      if (isFit) moveLine(event)
    },
    onPointerMove: (event: PointerEvent): void => {
      if (!from.current) return
      if (isFit) {
        moveLine(event)
        return
      }
      pan(from.current.x - event.clientX, from.current.y - event.clientY)
      from.current = { x: event.clientX, y: event.clientY }
    },
    onPointerUp: end,
    onPointerCancel: end,
    onWheel: (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey && isFit) return
      event.preventDefault()
      const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
      zoom(Math.exp(-event.deltaY / WHEEL), middleOf(event, box, frame))
    },
    onKeyDown: (event: KeyboardEvent): void => {
      const by: Record<string, [number, number]> = {
        ArrowLeft: [-PAN, 0],
        ArrowRight: [PAN, 0],
        ArrowUp: [0, -PAN],
        ArrowDown: [0, PAN],
      }
      const step = by[event.key]
      if (!step || isFit || event.target !== event.currentTarget) return
      event.preventDefault()
      event.stopPropagation()
      pan(...step)
    },
  }
}

/** A pointer's place from the middle of the pane it is in. */
function middleOf(event: MouseEvent, box: DOMRect, frame: Size): { x: number; y: number } {
  const x = (event.clientX - box.left) % (frame.width + 2)
  const y = (event.clientY - box.top) % (frame.height + 2)
  return { x: x - frame.width / 2, y: y - frame.height / 2 }
}
