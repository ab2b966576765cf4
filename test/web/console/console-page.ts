import type { Browser, BrowserContextOptions, Page } from 'playwright-core'

/** A page of the console, and everything on it that should not have happened. */
export type ConsolePage = {
  page: Page
  origin: string
  /** Refusals of the policy, dialogs, errors of scripts, and requests that left this machine. */
  trouble: string[]
  /** Paths of requests to the admin API, with their methods. */
  asked: string[]
  close(): Promise<void>
}

/** Milliseconds that a page may take where many processes share few cores. */
const WAIT_MS = 120_000

const REPORTS = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy: ' + violatedDirective + ' ' + blockedURI))`

/** Opens the console by a link, in a browser of somebody's own. */
export async function openConsolePage(
  browser: Browser,
  link: string,
  options: BrowserContextOptions = {},
): Promise<ConsolePage> {
  const { origin } = new URL(link)
  const context = await browser.newContext({ locale: 'en-GB', ...options })
  await context.addInitScript(REPORTS)
  const page = await context.newPage()
  page.setDefaultTimeout(WAIT_MS)
  page.setDefaultNavigationTimeout(WAIT_MS)
  const trouble: string[] = []
  const asked: string[] = []
  page.on('pageerror', ({ message }) => trouble.push(`error: ${message}`))
  page.on('dialog', async (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  page.on('console', (said) => {
    if (/policy:|Content Security Policy|Trusted/.test(said.text())) trouble.push(said.text())
  })
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (url.hostname !== '127.0.0.1' && url.protocol !== 'blob:') trouble.push(`left: ${url.host}`)
    if (url.pathname.startsWith('/console/api')) asked.push(`${request.method()} ${url.pathname}`)
  })
  await page.goto(link)
  return { page, origin, trouble, asked, close: () => context.close() }
}
