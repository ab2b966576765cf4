import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FEATURES } from '../../../catalog/features/features.ts'
import { openPageBrowser } from '../../browser/open-page-browser.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { sharedService } from '../shared-service.ts'
import type { Service } from '../start-service.ts'

let service: Service
let browser: Browser | undefined

beforeAll(async () => {
  service = await sharedService('idle')
  if (isEveryCaseTried()) browser = await openPageBrowser()
})
afterAll(() => browser?.close())

describe('the docs page, in a browser', () => {
  // `show-docs.test.ts` and `service.ts` hold in `npm test` what the page may load, `published.test.ts` what it shows.
  it.runIf(isEveryCaseTried())(
    'shows every feature, sends a request with a key, and calls no other host',
    {
      timeout: 600_000,
    },
    async ({ skip }) => {
      if (!browser) return skip('no browser on this machine')
      const page = await browser.newPage()
      const asked: string[] = []
      const refused: string[] = []
      page.on('request', (request) => asked.push(request.url()))
      page.on('console', (said) => said.type() === 'error' && refused.push(said.text()))
      await page.goto(`${service.baseUrl}/docs`)

      const operations = page.locator('.opblock-summary-path')
      await operations.first().waitFor()
      const paths = await operations.allInnerTexts()
      for (const { name } of FEATURES) {
        expect(
          paths.some((path) => path.replaceAll('\u200b', '').includes(name)),
          name,
        ).toBe(true)
      }

      const { key } = await service.account(5)
      await page.locator('.authorize').first().click()
      await page.locator('.auth-container input').fill(key)
      await page.locator('.auth-container button[type=submit]').click()
      await page.locator('.auth-container .btn-done').click()
      const credit = page.locator('#operations-Units-readCredit')
      await credit.locator('.opblock-summary-control').click()
      await credit.locator('.execute').click()
      const answer = credit.locator('.live-responses-table .highlight-code').first()
      expect(await answer.innerText()).toMatch(/"amount":\s*5/)
      await page.close()
      expect(asked.filter((url) => !url.startsWith(service.baseUrl))).toEqual([])
      expect(refused).toEqual([])
    },
  )
})
