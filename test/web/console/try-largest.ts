import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { tabTo } from './by-keyboard.ts'

/** On the page of a job whose target the picture does not have: tries it with the largest person, and compares. */
export async function tryLargest(page: Page): Promise<void> {
  await page.getByText('The recipe asks for somebody who is not there.').first().waitFor()
  const refused = page.url()
  // By keyboard alone.
  await tabTo(page, 'Target')
  await page.keyboard.type('the largest')
  await tabTo(page, 'Retry')
  await page.keyboard.press('Enter')
  await page.waitForURL(`${refused}-1`)
  await page.locator('.pane.is-after img').first().waitFor()
  const line = page.getByRole('slider')
  await line.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('60')
}
