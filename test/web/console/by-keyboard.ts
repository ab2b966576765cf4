import type { Page } from 'playwright-core'

/** What the control with the focus is called, what its label begins with, and what it says. */
const FOCUSED = `(() => {
  const { activeElement: one } = document
  const label = one?.labels?.[0]?.textContent
  return [one?.getAttribute('aria-label'), label, one?.textContent].map((text) => text?.trim() ?? '')
})()`

/** More than any page of the console has. */
const MOST = 250

/** Presses Tab until a control of that name has the focus. @throws Error where none can be reached */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let pressed = 0; pressed < MOST; pressed++) {
    await page.keyboard.press('Tab')
    const [called, label = '', says] = (await page.evaluate(FOCUSED)) as string[]
    if (called === name || says === name || label.startsWith(name)) return
  }
  throw new Error(`Nothing called ${name} is reached by Tab.`)
}
