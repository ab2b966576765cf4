import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { twoPeoplePicture } from '../../../stack/test-pictures.ts'
import { axeViolationsOf } from '../../axe-violations.ts'
import { lookAtConsole } from '../shared-console.ts'

/*
 * One way through the pages of recipes and drops: a recipe is made by the form and previewed, and files are dropped
 * under it, of which some are left out, one lacks nothing but is written over, and one is large.
 */

const folder = mkdtempSync(join(tmpdir(), 'darkroom-drops-'))
const photos = join(folder, 'photos')

/** Names that a page which writes them as markup, or lets them turn its text, would be taken over by. */
const HOSTILE = ['<img src=x onerror=alert(1)>.png', 'photo\u202egnp.exe.png', '"><script>.png']
const PLAIN = 36
/** In two parts. */
const LARGE_BYTES = 9 * 1024 * 1024

beforeAll(async () => {
  const { png } = await twoPeoplePicture()
  mkdirSync(join(photos, 'day 1'), { recursive: true })
  const put = (name: string, bytes: Uint8Array | string): void =>
    writeFileSync(join(photos, name), bytes)
  for (let at = 0; at < PLAIN; at++) put(`day 1/${at}.png`, png)
  for (const name of HOSTILE) put(name, png)
  put('changed.png', png)
  put('large.png', Buffer.concat([png, Buffer.alloc(LARGE_BYTES - png.length)]))
  put('notes.txt', 'No picture.\n')
  put('empty.png', '')
  put('.hidden', 'x')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function choose(page: Page, recipe: string): Promise<void> {
  await page.getByLabel('Recipe').selectOption(recipe)
  await page.locator('.drop-zone input[type=file]').nth(1).setInputFiles(photos)
}

// A drop goes its way by keys in `second-half.ts`; the requests `test/stack/console-drops.test.ts` makes in `npm test`,
// the parts `upload-files.test.ts`, the form `recipe-form.test.ts`.
test.runIf(isEveryCaseTried())(
  'a recipe is made by the form, previewed and used, and every file is told what becomes of it',
  {
    timeout: 400_000,
  },
  async ({ skip }) => {
    const { page, origin, trouble, run } = await lookAtConsole(skip)
    await page.keyboard.press('e')
    await page.getByRole('link', { name: 'New recipe' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('slimmer')
    await page.getByText('1 thing to correct').waitFor()
    await page.getByRole('button', { name: 'Add a step' }).click()
    await page.getByText('Breaks no rule').waitFor()
    // The form and the JSON say the same, whichever is written.
    const json = page.locator('.recipe-json')
    await page.locator('#field-steps-0-parameters-features-slim-number').fill('-35')
    await expect.poll(() => json.inputValue()).toContain('"slim": -35')
    await json.fill((await json.inputValue()).replace('"slim"', '"slimm"'))
    await page.getByText('Did you mean slim?').first().waitFor()
    const save = page.getByRole('button', { name: 'Save', exact: true })
    await expect.poll(() => save.isDisabled()).toBe(true)
    await json.fill((await json.inputValue()).replace('"slimm"', '"slim"'))
    await page.getByText('Breaks no rule').waitFor()
    expect(await axeViolationsOf(page, 'body'), 'a new recipe').toEqual([])
    await save.click()
    await page.waitForURL(`${origin}/console/recipes/slimmer`)

    await page.locator('.preview input[type=file]').setInputFiles(join(photos, 'day 1', '0.png'))
    await page.getByRole('button', { name: 'Preview for 1 unit' }).click()
    await page.locator('.preview-runs figure').nth(1).locator('img').waitFor()

    await page.keyboard.press('u')
    await choose(page, 'slimmer')
    const count = PLAIN + HOSTILE.length + 2
    await page.getByText(`${count} files become jobs`).waitFor()
    await page.getByText(`${count} units`).waitFor()
    await page.getByText('The day’s budget holds it').waitFor()
    await page.getByText('3 files are left out').click()
    for (const why of ['hidden', 'empty', 'no picture or video']) {
      await page.getByText(`1: ${why}`).waitFor()
    }
    await page.getByText('photo\\u202egnp.exe.png').waitFor({ state: 'attached' })
    expect(await axeViolationsOf(page, 'body'), 'a planned drop').toEqual([])
    appendFileSync(join(photos, 'changed.png'), 'written over')
    await page.getByRole('button', { name: `Drop ${count} files` }).click()
    await page.getByText(`${count - 1} jobs have begun`).waitFor()
    await page.getByText('1 file did not go up').waitFor()
    await page.getByText('changed while it went up').waitFor({ state: 'attached' })
    expect(await axeViolationsOf(page, 'body'), 'a drop that is through').toEqual([])

    const Key = 'drop/slimmer/photos/large.png'
    const { ContentLength } = await run.s3.send(
      new GetObjectCommand({ Bucket: run.at.dropBucket, Key }),
    )
    expect(ContentLength).toBe(LARGE_BYTES)
    await page.getByRole('link', { name: 'See the jobs' }).click()
    await page.waitForSelector('.list-space .list-row')
    // Chosen again, nothing goes up twice.
    await page.goto(`${origin}/console/drop`)
    await choose(page, 'slimmer')
    await page.getByText(`${count - 1} were dropped before`).waitFor()
    await page.getByText('1 file becomes a job').waitFor()
    expect(trouble).toEqual([])
  },
)

// That nothing is overwritten the interface's own test holds in `npm test`.
test.runIf(isEveryCaseTried())(
  'what somebody else saved meanwhile is shown beside one’s own, and nothing is overwritten',
  async ({ skip }) => {
    const [mine, theirs] = await Promise.all([lookAtConsole(skip), lookAtConsole(skip)])
    for (const { page, origin } of [mine, theirs]) {
      await page.goto(`${origin}/console/recipes/widen`)
      await page.getByText('Breaks no rule').waitFor()
    }
    const describe = (page: Page, words: string) =>
      page.getByLabel('description', { exact: true }).fill(words)
    await describe(theirs.page, 'Theirs <b>now</b>.')
    await describe(mine.page, 'Mine.')
    for (const { page } of [theirs, mine]) {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByText(page === mine.page ? 'Somebody else saved' : 'widen is saved').waitFor()
    }
    await mine.page.locator('.diff-line.is-removed').getByText('Theirs <b>now</b>.').waitFor()
    expect(await axeViolationsOf(mine.page, 'body'), 'a conflict').toEqual([])
    await mine.page.getByRole('button', { name: 'Save mine over theirs' }).click()
    await mine.page.getByText('widen is saved').waitFor()
    await mine.page.getByRole('button', { name: 'Delete' }).click()
    await mine.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await mine.page.waitForURL(`${mine.origin}/console/recipes`)
    expect([mine.trouble, theirs.trouble]).toEqual([[], []])
  },
)

test.runIf(isEveryCaseTried())(
  'a viewer reads recipes and is offered nothing that they may not do',
  async ({ skip }) => {
    const phone = { colorScheme: 'dark', viewport: { width: 390, height: 844 } } as const
    const { page, origin } = await lookAtConsole(skip, { viewer: true, ...phone })
    expect(await page.getByRole('link', { name: 'Drop' }).count()).toBe(0)
    await page.goto(`${origin}/console/recipes`)
    await page.getByRole('link', { name: 'evening-look' }).waitFor()
    expect(await page.getByRole('link', { name: 'New recipe' }).count()).toBe(0)
    expect(await axeViolationsOf(page, 'body'), 'recipes').toEqual([])
    await page.getByRole('link', { name: 'evening-look' }).click()
    await page.getByText('Breaks no rule').waitFor()
    expect(await page.getByRole('button', { name: /Save|Delete|Preview/ }).count()).toBe(0)
    await expect.poll(() => page.getByRole('radio').first().isDisabled()).toBe(true)
    expect(await axeViolationsOf(page, 'body'), 'a recipe').toEqual([])
  },
)
