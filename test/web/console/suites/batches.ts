import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { expect, test } from 'vitest'
import { readBatchItems } from '../../../../functions/operate/batches/read-batch-items.ts'
import { TOLERATED_METADATA } from '../../../../functions/pipeline/core/batches/manifest-metadata.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { dropManifest, endedBatch, putObject } from '../../../stack/batches.ts'
import { readObject } from '../../../stack/read-job.ts'
import { twoPeoplePicture } from '../../../stack/test-pictures.ts'
import { axeViolationsOf } from '../../axe-violations.ts'
import { tabTo } from '../by-keyboard.ts'
import { pageByPage } from '../page-by-page.ts'
import { readZip } from '../read-zip.ts'
import { lookAtConsole } from '../shared-console.ts'
import { WITHOUT_PICKER } from '../without-picker.ts'

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

// The requests `test/stack/suites/console-changes.ts` makes in `npm test`; the archive is made in `pure-rules.test.ts`,
// and `result-download.test.ts` holds what a link to one gives.
test.runIf(isEveryCaseTried())(
  'a batch is begun in a form, and its results come as an archive with their folders',
  async ({ skip }) => {
    const { page, trouble, origin, run } = await lookAtConsole(skip)
    const { png } = await twoPeoplePicture()
    const keys = ['files/wedding/a/one.png', 'files/wedding/b/one.png', 'files/wedding/b/gone.png']
    for (const key of keys) await putObject(run, key, png)
    await page.addInitScript(WITHOUT_PICKER)
    await page.goto(`${origin}/console/batches`)
    const form = page.getByRole('form', { name: 'Begin a batch' })
    await form.getByLabel('Recipe').fill('slim')
    await form.getByLabel('Prefix').fill('other/')
    await form.getByRole('button').click()
    await page.getByText('prefix must begin with').waitFor()
    await form.getByLabel('Prefix').fill('files/wedding/')
    await form.getByRole('button').click()
    await page.waitForURL(/batches\/batch-/)
    await page.getByText('Everything worked out.').waitFor()
    const id = new URL(page.url()).pathname.split('/').pop() ?? ''
    const { items } = await readBatchItems(await endedBatch(run, id), {}, run)
    const [Key] = items.find(({ key }) => key === keys[2])?.results ?? []
    await run.s3.send(new DeleteObjectCommand({ Bucket: run.at.resultsBucket, Key }))
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      tabTo(page, 'Download all results').then(() => page.keyboard.press('Enter')),
    ])
    await page.getByText('1 result is not there any more.').waitFor()
    const zip = readZip(await readFile(await download.path()))
    const kept = items.filter(({ key }) => key !== keys[2]).flatMap(({ results = [] }) => results)
    const hashes = await Promise.all(
      kept.map(async (key) => sha256(await readObject(run, run.at.resultsBucket, key))),
    )
    expect([...zip.keys()]).toEqual(['wedding/a/one.png', 'wedding/b/one.png'])
    expect([...zip.values()].map(sha256)).toEqual(hashes)
    await page.keyboard.press('b')
    await page.locator(`.batch a[href$="${id}"]`).waitFor()
    expect(trouble).toEqual([])
  },
)

test.runIf(isEveryCaseTried())(
  'a batch that failed is redriven with another tolerance, and shows what did not work out',
  async ({ skip }) => {
    const { page, trouble, origin, run } = await lookAtConsole(skip)
    const { png } = await twoPeoplePicture()
    await putObject(run, 'files/strict/one.png', png)
    // The second one is not there.
    const lines = ['files/strict/one.png', 'files/strict/<b>two.png'].map((key) => ({ key }))
    const manifest = lines.map((line) => JSON.stringify(line)).join('\n')
    const strict = { [TOLERATED_METADATA]: '0' }
    const failed = await dropManifest(run, 'batches/slim/strict.jsonl', manifest, strict)
    await endedBatch(run, failed)
    await page.goto(`${origin}/console/batches/${failed}`)
    // By keyboard alone, as all of the way from a failed job to its other attempt is.
    await page.getByRole('button', { name: 'Redrive' }).waitFor()
    await tabTo(page, 'Tolerated failures, %')
    await page.keyboard.type('60')
    await tabTo(page, 'Redrive')
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => !url.pathname.endsWith(failed))
    const redriven = new URL(page.url()).pathname.split('/').pop() ?? ''
    await endedBatch(run, redriven)

    // Found in the list, by keys.
    await page.keyboard.press('b')
    await page.locator('.batch a').first().waitFor()
    expect(await axeViolationsOf(page, 'body'), 'batches').toEqual([])
    await page.locator('.batch a').first().click()
    await page.waitForURL(`${origin}/console/batches/${redriven}`)
    await page.locator('.group .count').first().waitFor()
    const count = (state: string) => page.locator(`.counts .is-${state} dd`).textContent()
    await expect.poll(() => count('succeeded')).toBe('1')
    await expect.poll(() => count('failed')).toBe('1')
    await page.locator('.examples').getByText('<b>two.png').waitFor()
    expect(await axeViolationsOf(page, 'body'), 'a batch').toEqual([])

    // More of them, and files of one, are shown when they are asked for.
    await pageByPage(page, `**/console/api/batches/${redriven}/items*`, 'items')
    await pageByPage(page, '**/console/api/batches?*', 'batches')
    await pageByPage(page, '**/console/api/batches', 'batches')
    for (const [path, row] of [
      ['/batches', '.batch'],
      [`/batches/${redriven}`, '.items li'],
    ] as const) {
      await page.goto(`${origin}/console${path}`)
      const more = page.getByRole('button', { name: 'Show more' })
      await more.waitFor()
      await expect.poll(() => page.locator(row).count()).toBe(1)
      await more.click()
      await page.locator(row).nth(1).waitFor()
      await more.waitFor({ state: 'detached' })
    }
    expect(trouble).toEqual([])
  },
)
