import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** On the page of a job whose target the picture does not have: tries it with the largest person, and compares. */
export async function tryLargest(page: Page): Promise<void> {
  await page.getByText('The recipe asks for somebody who is not there.').first().waitFor()
  const refused = page.url()
  await page.getByLabel('Target').first().selectOption('largest')
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.waitForURL(`${refused}-1`)
  await page.locator('.pane.is-after img').first().waitFor()
  const line = page.getByRole('slider')
  await line.focus()
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(() => line.getAttribute('aria-valuenow')).toBe('60')
}
