// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what is moved by arrow keys must be reachable by keyboard.
// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for a form, and this is a picture that is moved.

import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { JobRow } from '../../../../catalog/console/wire.ts'
import type { Size } from '../../../../engine/geometry/size.ts'
import { onKeys } from '../../shell/shortcuts.ts'
import { formatNumber } from '../../words/format.ts'
import { words } from '../../words/words.ts'
import { Divider } from './divider.tsx'
import { frameOf } from './frame-of.ts'
import { type Found, People } from './people.tsx'
import { PictureLayer } from './picture-layer.tsx'
import { placeResult, wholeOf } from './place-result.ts'
import { type Mode, STEP, Tools } from './tools.tsx'
import { usePointer } from './use-pointer.ts'
import type { Shown } from './use-shown.ts'
import { useView } from './use-view.ts'
import type { Place } from './view.ts'

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
export function Compare({ row, job, source, result, found, lookedAt, ...people }: Props) {
  const text = words.value.compare
  const chosenMode = useSignal<Mode>('divide')
  const line = useSignal(50)
  const after = useSignal(true)
  const showsPeople = useSignal(people.choose !== undefined)
  const stage = useRef<HTMLDivElement>(null)
  const outer = useSizeOf(stage)
  const sourceSize = source.facts ?? result?.facts
  const place = sourceSize && result?.facts && placeResult(sourceSize, result.facts, job)
  const whole = wholeOf(sourceSize ?? { width: 3, height: 2 }, place)
  const two = result !== undefined
  const mode = two ? chosenMode.value : 'blink'
  const { frame, stacked, height } = frameOf(outer, mode, whole)
  const looking = useView(whole, frame)
  const { view, isFit } = looking
  const show = (one: Mode): void => {
    if (one === 'blink' && chosenMode.value === 'blink') after.value = !after.value
    else chosenMode.value = one
  }
  const act = useRef({ looking, show })
  act.current = { looking, show }
  useEffect(
    () =>
      onKeys({
        d: () => act.current.show('divide'),
        s: () => act.current.show('side'),
        c: () => act.current.show('blink'),
        p: () => (showsPeople.value = !showsPeople.value),
        '+': () => act.current.looking.zoom(STEP),
        '-': () => act.current.looking.zoom(1 / STEP),
        '0': () => act.current.looking.showAll(),
        '1': () => act.current.looking.zoomToPixels(),
      }),
    [],
  )
  const moved = usePointer({ looking, frame, line: mode === 'divide' ? line : undefined })
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
  const own = sourceSize ? wholeOf(sourceSize, undefined) : whole
  const showsBefore = mode !== 'blink' || !two || !after.value
  const showsAfter = two && (mode !== 'blink' || after.value)
  return (
    <figure class="compare">
      <Tools
        mode={two ? mode : undefined}
        show={show}
        found={found?.boxes.length}
        people={showsPeople}
        looking={looking}
      />
      <div
        ref={stage}
        class={`stage is-${mode}${isFit ? '' : ' is-zoomed'}${stacked ? ' is-stacked' : ''}`}
        role="group"
        aria-label={text.stage}
        tabIndex={0}
        style={{ height: `clamp(260px, ${height}px, min(70vh, 900px))` }}
        onDblClick={() => (isFit ? looking.zoomToPixels() : looking.showAll())}
        {...moved}
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
            style={mode === 'divide' ? { clipPath: `inset(0 0 0 ${line.value}%)` } : {}}
          >
            {layer(result, place ?? own)}
            {result?.reason && <p class="reason">{result.reason}</p>}
            <span class="tag is-right">{words.value.jobs.after}</span>
          </div>
        )}
        {showsPeople.value && found && source.facts && (
          <div class="pane is-people">
            <People
              found={found}
              lookedAt={lookedAt ?? own}
              view={view}
              frame={frame}
              {...people}
            />
          </div>
        )}
        {mode === 'divide' && two && <Divider at={line} />}
      </div>
      <figcaption>
        <span>
          {source.facts && text.size(source.facts.width, source.facts.height)}
          {result?.facts && ` → ${text.size(result.facts.width, result.facts.height)}`}
        </span>
        <span class="number">
          {formatNumber(Math.round(view.scale * devicePixelRatio * 100))} %
        </span>
      </figcaption>
    </figure>
  )
}

/** The size of an element in the page, as it changes. */
function useSizeOf(element: RefObject<HTMLElement | null>): Size {
  const size = useSignal<Size>({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => {
      size.value = { width: current.clientWidth, height: current.clientHeight }
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return size.value
}
