import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { twoPeoplePicture } from '../../stack/test-pictures.ts'
import { openConsolePage } from '../../web/console/console-page.ts'
import { flagValue } from '../flag-value.ts'
import { noteLongTasks, saidOf } from './long-tasks.ts'
import type { Looked } from './looked.ts'
import { pageCost } from './page-cost.ts'

const IN_A_FOLDER = 100
const BYTES = 3000

/**
 * A folder of `--files=5000` is chosen, planned by the console, and sent. The bench takes the bytes in the bucket's
 * place, which would begin a job of each.
 */
export async function drops({ browser, link, flags }: Looked): Promise<void> {
  const count = Number(flagValue(flags, 'files') ?? 5000)
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-console-drops-'))
  const { png } = await twoPeoplePicture()
  for (let at = 0; at < count; at++) {
    const own = join(folder, 'photos', `${Math.floor(at / IN_A_FOLDER)}`)
    if (at % IN_A_FOLDER === 0) mkdirSync(own, { recursive: true })
    writeFileSync(join(own, `${at}.png`), png.subarray(0, BYTES))
  }
  const { page, origin, close } = await openConsolePage(browser, link)
  await page.waitForSelector('#main')
  await page.route(
    (url) => url.searchParams.has('X-Amz-Signature'),
    (route) => route.fulfill({ status: 200, headers: { 'access-control-allow-origin': '*' } }),
  )
  await page.goto(`${origin}/console/drop`)
  await page.getByLabel('Recipe').selectOption('slim')
  let noted = await noteLongTasks(browser, page)
  const { read } = await pageCost(page)
  const said = count.toLocaleString('en')
  let before = await read()
  const tell = async (what: string, began: number): Promise<void> => {
    const seconds = (Date.now() - began) / 1000
    const now = await read()
    console.log(
      `  ${said} files ${what} in ${seconds.toFixed(0)} s: ${saidOf(await noted.stop())}; ` +
        `main thread ${(now.task - before.task).toFixed(1)} s of its own`,
    )
    before = await read()
    noted = await noteLongTasks(browser, page)
  }
  let began = Date.now()
  await page.locator('.drop-zone input[type=file]').nth(1).setInputFiles(join(folder, 'photos'))
  await page.getByText(`${said} files become jobs`).waitFor({ timeout: 600_000 })
  await tell('read and planned', began)
  began = Date.now()
  await page.getByRole('button', { name: `Drop ${said} files` }).click()
  await page.getByText(`${said} of ${said} files`).first().waitFor({ timeout: 3_000_000 })
  await tell('sent', began)
  await noted.stop()
  await close()
  rmSync(folder, { recursive: true, force: true })
}
