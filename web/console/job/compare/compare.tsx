// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what is moved by arrow keys must be reachable by keyboard.
// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for a form, and this is a picture that is moved.

import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { TilesAnswer } from '../../../../catalog/console/pictures.ts'
import type { JobRow } from '../../../../catalog/console/wire.ts'
import type { Size } from '../../../../engine/geometry/size.ts'
import { request } from '../../api/request.ts'
import { onKeys } from '../../shell/shortcuts.ts'
import { formatNumber } from '../../words/format.ts'
import { refusal, words } from '../../words/words.ts'
import { Divider } from './divider.tsx'
import { type Found, People } from './people.tsx'
import { PictureLayer } from './picture-layer.tsx'
import { placeResult, wholeOf } from './place-result.ts'
import { bounded, fitted, type Place, type View, zoomed } from './view.ts'

const MODES = ['divide', 'side', 'blink'] as const
type Mode = (typeof MODES)[number]

/** The address of tiles holds for five minutes, and is asked for anew before. */
const LINK_MS = 240_000

const STEP = 1.5
const PAN = 60

/** A picture's facts, or why there are none. */
export type Shown = { which: string; facts?: TilesAnswer; reason?: string }

type Props = {
  row: JobRow
  job: Readonly<Record<string, unknown>>
  source: Shown
  result?: Shown | undefined
  found?: Found | undefined
  /** What of the source the detection looked at. @default all of it */
  lookedAt?: Place | undefined
  worked: ReadonlySet<number>
  wanted?: number | undefined
  choose?: ((index: number) => void) | undefined
}

/** The source and a result in one frame: parted by a line, side by side, or one after the other; moved in step. */
export function Compare({ row, job, source, result, found, lookedAt, ...of }: Props) {
  const { worked, wanted, choose } = of
  const text = words.value.compare
  const mode = useSignal<Mode>('divide')
  const at = useSignal(50)
  const after = useSignal(true)
  const people = useSignal(choose !== undefined)
  const stage = useRef<HTMLDivElement>(null)
  const outer = useSignal<Size>({ width: 0, height: 0 })
  const moved = useSignal<View | undefined>(undefined)
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    const observer = new ResizeObserver(() => {
      outer.value = { width: element.clientWidth, height: element.clientHeight }
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const sourceSize = source.facts ?? result?.facts
  const place = sourceSize && result?.facts && placeResult(sourceSize, result.facts, job)
  const whole = wholeOf(sourceSize ?? { width: 3, height: 2 }, place)
  const two = result !== undefined
  const shownMode = two ? mode.value : 'blink'
  const stacked = outer.value.width < 600
  const frame: Size =
    shownMode === 'side'
      ? stacked
        ? { width: outer.value.width, height: (outer.value.height - 2) / 2 }
        : { width: (outer.value.width - 2) / 2, height: outer.value.height }
      : outer.value
  const view = moved.value ? bounded(moved.value, whole, frame) : fitted(whole, frame)
  const isFit = moved.value === undefined
  const zoom = (factor: number, point = { x: 0, y: 0 }): void => {
    const next = zoomed(view, factor, point, { whole, frame })
    moved.value = next.scale <= fitted(whole, frame).scale * 1.001 ? undefined : next
  }
  const zoomTo = (scale: number): void => zoom(scale / view.scale)
  const pan = (x: number, y: number): void => {
    if (isFit) return
    moved.value = bounded(
      { ...view, x: view.x + x / view.scale, y: view.y + y / view.scale },
      whole,
      frame,
    )
  }
  const showAll = (): void => {
    moved.value = undefined
  }
  const blink = (): void => {
    if (mode.value === 'blink') after.value = !after.value
    else mode.value = 'blink'
  }
  const show = (one: Mode): void => {
    if (one === 'blink') blink()
    else mode.value = one
  }
  const act = useRef({ zoom, zoomTo, showAll, blink })
  act.current = { zoom, zoomTo, showAll, blink }
  useEffect(
    () =>
      onKeys({
        d: () => (mode.value = 'divide'),
        s: () => (mode.value = 'side'),
        c: () => act.current.blink(),
        p: () => (people.value = !people.value),
        '+': () => act.current.zoom(STEP),
        '-': () => act.current.zoom(1 / STEP),
        '0': () => act.current.showAll(),
        '1': () => act.current.zoomTo(1 / devicePixelRatio),
      }),
    [],
  )
  const onWheel = (event: WheelEvent): void => {
    if (!event.ctrlKey && !event.metaKey && isFit) return
    event.preventDefault()
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect()
    zoom(Math.exp(-event.deltaY / 300), middleOf(event, box, frame))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
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
  }
  const drag = useRef<{ x: number; y: number } | undefined>(undefined)
  const down = (event: PointerEvent): void => {
    if ((event.target as Element).closest('button, .divider')) return
    ;(event.currentTarget as HTMLElement).setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, y: event.clientY }
    if (isFit && shownMode === 'divide') moveLine(event)
  }
  const moveLine = (event: PointerEvent): void => {
    const box = (stage.current as HTMLElement).getBoundingClientRect()
    at.value = Math.min(100, Math.max(0, ((event.clientX - box.left) / box.width) * 100))
  }
  const move = (event: PointerEvent): void => {
    if (!drag.current) return
    if (isFit) {
      if (shownMode === 'divide') moveLine(event)
      return
    }
    pan(drag.current.x - event.clientX, drag.current.y - event.clientY)
    drag.current = { x: event.clientX, y: event.clientY }
  }
  const layer = (shown: Shown | undefined, where = whole) =>
    shown?.facts && (
      <PictureLayer
        job={row.id}
        which={shown.which}
        facts={shown.facts}
        place={where}
        view={view}
        frame={frame}
      />
    )
  const overlay = people.value && found && source.facts && (
    <People
      found={found}
      lookedAt={lookedAt ?? wholeOf(source.facts, undefined)}
      view={view}
      frame={frame}
      worked={worked}
      wanted={wanted}
      choose={choose}
    />
  )
  const own = sourceSize ? { left: 0, top: 0, ...sizeOf(sourceSize) } : whole
  const showsBefore = shownMode !== 'blink' || !two || !after.value
  const showsAfter = two && (shownMode !== 'blink' || after.value)
  const rows = shownMode === 'side' && stacked ? 2 : 1
  const columns = shownMode === 'side' && !stacked ? 2 : 1
  const natural = (outer.value.width / columns) * (whole.height / whole.width) * rows
  const percent = formatNumber(Math.round(view.scale * devicePixelRatio * 100))
  return (
    <figure class="compare">
      <div class="tools" role="toolbar" aria-label={text.title}>
        {two && (
          <div class="segments">
            {MODES.map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={mode.value === one}
                onClick={() => show(one)}
              >
                {text[one]}
              </button>
            ))}
          </div>
        )}
        {found && (
          <button
            type="button"
            aria-pressed={people.value}
            onClick={() => (people.value = !people.value)}
          >
            {text.people(found.boxes.length)}
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
          <button type="button" onClick={() => zoomTo(1 / devicePixelRatio)}>
            100 %
          </button>
          <button type="button" aria-label={text.larger} onClick={() => zoom(STEP)}>
            +
          </button>
        </div>
      </div>

      <div
        ref={stage}
        class={`stage is-${shownMode}${isFit ? '' : ' is-zoomed'}${stacked ? ' is-stacked' : ''}`}
        role="group"
        aria-label={text.stage}
        tabIndex={0}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={() => (drag.current = undefined)}
        onPointerCancel={() => (drag.current = undefined)}
        style={{ height: `clamp(260px, ${Math.round(natural)}px, min(70vh, 900px))` }}
        onDblClick={() => (isFit ? zoomTo(1 / devicePixelRatio) : showAll())}
        onWheel={onWheel}
        onKeyDown={onKeyDown}
      >
        {showsBefore && (
          <div class="pane" role="img" aria-label={words.value.jobs.before}>
            {layer(source, own)}
            {source.reason && <p class="reason">{source.reason}</p>}
            <span class="tag">{words.value.jobs.before}</span>
          </div>
        )}
        {showsAfter && (
          <div
            class="pane is-after"
            role="img"
            aria-label={words.value.jobs.after}
            style={shownMode === 'divide' ? { clipPath: `inset(0 0 0 ${at.value}%)` } : {}}
          >
            {layer(result, place ?? own)}
            {result?.reason && <p class="reason">{result.reason}</p>}
            <span class="tag is-right">{words.value.jobs.after}</span>
          </div>
        )}
        {overlay && <div class="pane is-people">{overlay}</div>}
        {shownMode === 'divide' && two && <Divider at={at} />}
      </div>
      <figcaption>
        <span>
          {source.facts && text.size(source.facts.width, source.facts.height)}
          {result?.facts && ` → ${text.size(result.facts.width, result.facts.height)}`}
        </span>
        <span class="number">{percent} %</span>
      </figcaption>
    </figure>
  )
}

function sizeOf({ width, height }: Size): Size {
  return { width, height }
}

/** A pointer's place from the middle of the pane it is in. */
function middleOf(event: MouseEvent, box: DOMRect, frame: Size): { x: number; y: number } {
  const x = (event.clientX - box.left) % (frame.width + 2)
  const y = (event.clientY - box.top) % (frame.height + 2)
  return { x: x - frame.width / 2, y: y - frame.height / 2 }
}

/** The facts of pictures, asked for once each. */
export function useShown(job: string, which: string | undefined) {
  const shown = useSignal<Shown | undefined>(undefined)
  useEffect(() => {
    shown.value = which === undefined ? undefined : { which }
    if (which === undefined) return
    let gone = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const ask = async (): Promise<void> => {
      const answer = await request<TilesAnswer>(`/pictures/${job}/${which}/tiles`).then(
        (facts) => ({ which, facts }),
        (error: unknown) => ({ which, reason: refusal(error) }),
      )
      if (gone) return
      // What was shown stays where a fresh address does not come.
      if ('facts' in answer || !shown.value?.facts) shown.value = answer
      if ('facts' in answer && answer.facts.url) timer = setTimeout(ask, LINK_MS)
    }
    void ask()
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [job, which])
  return shown.value
}
