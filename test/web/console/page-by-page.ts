import type { Page } from 'playwright-core'

/** Gives a page the real answers of a list in two pages: its first row, and all others when more is asked for. */
export async function pageByPage(page: Page, url: string, list: string): Promise<void> {
  await page.route(url, async (route) => {
    const asked = new URL(route.request().url())
    const further = asked.search !== ''
    asked.search = ''
    // What a browser adds on its way is not added to what a test asks in its place.
    const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
    const whole = await (await route.fetch({ url: asked.href, headers })).json()
    const rows: unknown[] = whole[list]
    const json = further
      ? { [list]: rows.slice(1) }
      : { [list]: rows.slice(0, 1), next: list === 'items' ? 1 : 'the second page' }
    await route.fulfill({ json })
  })
}
