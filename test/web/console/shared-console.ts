import type { Browser, BrowserContextOptions } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { openPageBrowser } from '../../browser/open-page-browser.ts'
import { noopWorker } from '../../stack/noop-worker.ts'
import { type Run, startRun } from '../../stack/start-run.ts'
import { type ConsolePage, openConsolePage } from './console-page.ts'

/** A run with a console and an engine that does nothing, and a browser. */
type SharedConsole = {
  run: Run
  /** Undefined on a machine that has none. */
  browser: Browser | undefined
}

let started: Promise<SharedConsole> | undefined

/** The run and the browser that all suites of one test file share, because they take longer to start than most. */
export function sharedConsole(): Promise<SharedConsole> {
  started ??= start()
  return started
}

/** Ends both; the next test file in this process starts its own. */
export async function closeConsole(): Promise<void> {
  const { run, browser } = await sharedConsole()
  started = undefined
  await browser?.close()
  await run.close()
}

async function start(): Promise<SharedConsole> {
  const [run, browser] = await Promise.all([
    startRun(
      {},
      {
        console: true,
        consoleRole: 'viewer',
        spending: { budget: { units: 1000 } },
        throughout: noopWorker(),
      },
    ),
    // Its camera shows a pattern, and is allowed without asking.
    openPageBrowser(['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']),
  ])
  return { run, browser }
}

type Looking = {
  /** Whether it is somebody who may change nothing. @default an administrator */
  viewer?: boolean
} & BrowserContextOptions

/**
 * Signs somebody in to the shared console, in a browser of their own that is closed when the test has ended.
 * @param skip of the test, for a machine that has no browser
 */
export async function lookAtConsole(
  skip: (why: string) => never,
  { viewer = false, ...options }: Looking = {},
): Promise<ConsolePage & { run: Run }> {
  const { run, browser } = await sharedConsole()
  if (!browser) return skip('no browser on this machine')
  const link = String(viewer ? run.secondConsoleUrl : run.at.consoleUrl)
  const looking = await openConsolePage(browser, link, options)
  onTestFinished(() => looking.close())
  await looking.page.waitForSelector('#jobs-title')
  return { ...looking, run }
}
