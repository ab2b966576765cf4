import type { Browser, Page } from 'playwright-core'

/** Milliseconds from which on a task keeps somebody waiting: what browsers call long. */
const LONG_MS = 50

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  /** Microseconds on the wall's clock, and of the thread's own time. */
  dur?: number
  tdur?: number
  args?: { name?: string }
}

/** Long tasks of a page's main thread: by the wall's clock, and by the thread's own time, in milliseconds. */
export type LongTasks = { wall: number[]; own: number[] }

/**
 * Notes the tasks of a page's main thread until it is stopped. On shared cores a task of two milliseconds may stand for
 * a hundred while others have the processor: the thread's own time says what the page itself takes.
 */
export async function noteLongTasks(
  browser: Browser,
  page: Page,
): Promise<{ stop(): Promise<LongTasks> }> {
  await browser.startTracing(page, { categories: ['toplevel'] })
  return {
    stop: async () => {
      const { traceEvents } = JSON.parse(String(await browser.stopTracing())) as {
        traceEvents: TraceEvent[]
      }
      const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`
      const main = new Set(
        traceEvents
          .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
          .map(threadOf),
      )
      const tasks = traceEvents.filter(
        (one) => one.ph === 'X' && one.name.endsWith('RunTask') && main.has(threadOf(one)),
      )
      const long = (times: readonly number[]): number[] =>
        times.map((microseconds) => microseconds / 1000).filter((ms) => ms > LONG_MS)
      return {
        wall: long(tasks.map(({ dur = 0 }) => dur)),
        own: long(tasks.map(({ tdur = 0 }) => tdur)),
      }
    },
  }
}

/** What is told of them. */
export function saidOf({ wall, own }: LongTasks): string {
  const longest = (times: readonly number[]): string =>
    times.length > 0 ? `, the longest ${Math.max(...times).toFixed(0)}` : ''
  return (
    `${own.length} tasks over ${LONG_MS} ms of its own time${longest(own)}; ` +
    `${wall.length} by the clock${longest(wall)}`
  )
}
