import type { CDPSession, Page } from 'playwright-core'

/** Seconds of the main thread, of its own time and not of the wall's. */
export type Cost = { script: number; layout: number; style: number; task: number }

/** What a page costs, as its developer tools tell. */
export type PageCost = {
  /** Since the page began. */
  read(): Promise<Cost>
  /** Bytes of the heap and nodes of the document, after everything that is not used any more was collected. */
  kept(): Promise<{ heap: number; nodes: number }>
  devtools: CDPSession
}

/** Reads what a page costs. */
export async function pageCost(page: Page): Promise<PageCost> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return {
    devtools,
    read: async () => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      const of = (name: string): number => metrics.find((one) => one.name === name)?.value ?? 0
      return {
        script: of('ScriptDuration'),
        layout: of('LayoutDuration'),
        style: of('RecalcStyleDuration'),
        task: of('TaskDuration'),
      }
    },
    kept: async () => {
      await devtools.send('HeapProfiler.collectGarbage')
      await devtools.send('HeapProfiler.collectGarbage')
      const { nodes } = await devtools.send('Memory.getDOMCounters')
      const { usedSize } = await devtools.send('Runtime.getHeapUsage')
      return { heap: usedSize, nodes }
    },
  }
}

/** What was spent between two readings. */
export function spent(before: Cost, after: Cost): Cost {
  return {
    script: after.script - before.script,
    layout: after.layout - before.layout,
    style: after.style - before.style,
    task: after.task - before.task,
  }
}
