import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import { formatNumber } from '../../words/format.ts'
import { language } from '../../words/words.ts'
import { stacked } from './sum-rows.ts'

/** One layer of the columns: its name, the style's colour of it, and a value for each day. */
export type Layer = { name: string; tone: string; values: readonly number[] }

type Props = { label: string; days: readonly string[]; layers: readonly Layer[]; digits: number }

const HEIGHT = 200
/** The part of a day's width that its column takes. */
const COLUMN = 0.7
const MOST_WIDTH = 48
const DARK = matchMedia('(prefers-color-scheme: dark)')

/** Columns by day, of layers that lie on each other. */
export function Plot({ label, days, layers, digits }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const width = useSignal(0)
  const dark = useSignal(DARK.matches)
  useEffect(() => {
    const box = place.current
    if (!box) return
    const sizes = new ResizeObserver(([entry]) => {
      width.value = Math.floor(entry?.contentRect.width ?? 0)
    })
    sizes.observe(box)
    const toned = (): void => {
      dark.value = DARK.matches
    }
    DARK.addEventListener('change', toned)
    return () => {
      sizes.disconnect()
      DARK.removeEventListener('change', toned)
    }
  }, [])
  useEffect(() => {
    const box = place.current
    if (!box || width.value < 50) return
    const plot = new uPlot(
      optionsOf({ days, layers, digits }, width.value, box),
      dataOf({ layers, days }),
      box,
    )
    return () => plot.destroy()
  }, [width.value, dark.value, days, layers, language.value])
  return <div ref={place} class="plot" role="img" aria-label={label} />
}

/** The highest layer is drawn first, and those below it over it. */
function dataOf({ layers, days }: Pick<Props, 'layers' | 'days'>): uPlot.AlignedData {
  return [days.map((_, at) => at), ...stacked(layers.map(({ values }) => values)).reverse()]
}

function optionsOf(
  { days, layers, digits }: Omit<Props, 'label'>,
  width: number,
  box: HTMLElement,
): uPlot.Options {
  const style = getComputedStyle(box)
  const tone = (name: string): string => toneOf(style, name, box)
  const bars = uPlot.paths.bars?.({ size: [COLUMN, MOST_WIDTH] })
  const axis = {
    stroke: tone('--soft'),
    font: `12px ${style.fontFamily}`,
    ticks: { stroke: tone('--line'), width: 1 },
  }
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.5, days.length - 0.5] },
      y: { range: (_, __, most) => [0, most > 0 ? most * 1.1 : 1] },
    },
    axes: [
      {
        ...axis,
        size: 32,
        grid: { show: false },
        incrs: [1, 2, 7, 14, 30],
        values: (_, at) => at.map((day) => shortDay(days[day])),
      },
      {
        ...axis,
        grid: { stroke: tone('--line'), width: 1 },
        size: 64,
        values: (_, values) => values.map((value) => formatNumber(value, digits)),
      },
    ],
    series: [
      {},
      ...layers.toReversed().map(({ name, tone: of }) => ({
        label: name,
        fill: tone(of),
        width: 0,
        ...(bars && { paths: bars }),
        points: { show: false },
      })),
    ],
  }
}

/** A colour of the style as a canvas takes it: `light-dark` is no colour there. */
function toneOf(style: CSSStyleDeclaration, name: string, box: HTMLElement): string {
  const probe = document.createElement('span')
  probe.style.color = style.getPropertyValue(name)
  box.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

/** The day of the month and the month; days are of UTC. */
function shortDay(day: string | undefined): string {
  if (day === undefined) return ''
  return new Intl.DateTimeFormat(language.value, {
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(day))
}
