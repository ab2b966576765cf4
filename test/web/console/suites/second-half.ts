import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isEveryCaseTried, sampled } from '../../../setup/sampled.ts'
import { twoPeoplePicture } from '../../../stack/test-pictures.ts'
import { axeViolationsOf } from '../../axe-violations.ts'
import { tabTo } from '../by-keyboard.ts'
import { lookAtConsole } from '../shared-console.ts'

/* The pages for dropping, recipes, the service and tries: by keyboard alone, enlarged, narrow, and in both themes. */

const folder = mkdtempSync(join(tmpdir(), 'darkroom-second-half-'))
const photos = join(folder, 'photos')

beforeAll(async () => {
  const { png } = await twoPeoplePicture()
  mkdirSync(photos)
  writeFileSync(join(photos, 'one.png'), png)
  writeFileSync(join(photos, 'notes.txt'), 'No picture.\n')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The last one is 1,440 pixels at 200 %: half as many of CSS, each of two. */
const SCREENS: readonly BrowserContextOptions[] = [
  { viewport: { width: 768, height: 1024 }, colorScheme: 'light' },
  { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2, colorScheme: 'dark' },
  { viewport: { width: 768, height: 1024 }, colorScheme: 'dark' },
  { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'light' },
]

/** How far a page is wider than its window. */
const TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'

/** Nothing is wrong for axe, and nothing is moved sideways to be read. */
async function expectUsable(page: Page, what: string): Promise<void> {
  expect(await axeViolationsOf(page, 'body'), what).toEqual([])
  expect(await page.evaluate(TOO_WIDE), `${what} is wider than its window`).toBe(0)
}

// The next test goes to the same pages in `npm test`, and `follow-jobs.ts` looks at the page of jobs with axe.
test.runIf(isEveryCaseTried()).for(SCREENS)(
  'every page of the second half is usable at $viewport.width px, $colorScheme',
  async (options, { skip }) => {
    const { page, origin, trouble } = await lookAtConsole(skip, options)
    await page.goto(`${origin}/console/drop`)
    await page.getByLabel('Recipe').selectOption('slim')
    await page.locator('.drop-zone input[type=file]').nth(1).setInputFiles(photos)
    await page.getByText('1 file is left out').click()
    await page.getByText('no picture or video').first().waitFor()
    await expectUsable(page, 'a planned drop')
    await page.goto(`${origin}/console/recipes`)
    await page.getByRole('link', { name: 'swap-face' }).click()
    await page.getByText('Breaks no rule').waitFor()
    await page.getByRole('button', { name: 'Add to Reference picture' }).click()
    await page.getByLabel('Reference picture 2 comes from').waitFor()
    await page.getByRole('button', { name: 'Add to face mapping' }).click()
    await page.getByText('face_mapping names one position twice').first().waitFor()
    await expectUsable(page, 'a recipe with lists')
    await page.goto(`${origin}/console/try?feature=face-swap`)
    await page.locator('#file-src').setInputFiles(join(photos, 'one.png'))
    await page
      .locator('#file-ref')
      .setInputFiles([join(photos, 'one.png'), join(photos, 'notes.txt')])
    await page.getByText('is text/plain, not image/jpeg or image/png').waitFor()
    if (isEveryCaseTried()) await expectUsable(page, 'a try that breaks a rule')
    await page.getByRole('button', { name: 'Take away notes.txt' }).click()
    await page.getByRole('button', { name: 'Try it: 1 unit' }).waitFor()
    const sections = ['/accounts', '', '/webhooks', '/tasks', '/audit']
    for (const section of isEveryCaseTried() ? sections : []) {
      await page.goto(`${origin}/console/service${section}`)
      await page.waitForSelector('h2')
      await expectUsable(page, `service${section}`)
    }
    expect(trouble).toEqual([])
  },
)

test('a file is dropped, a list filled and a try judged by keyboard alone', async ({ skip }) => {
  const { page, trouble } = await lookAtConsole(skip)
  await page.keyboard.press('u')
  await page.getByRole('option', { name: 'slim' }).waitFor({ state: 'attached' })
  await tabTo(page, 'Recipe')
  await page.keyboard.type('slim')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    tabTo(page, 'Choose files').then(() => page.keyboard.press('Enter')),
  ])
  await chooser.setFiles(join(photos, 'one.png'))
  await page.getByText('1 file becomes a job').waitFor()
  await tabTo(page, 'Drop 1 file')
  await page.keyboard.press('Enter')
  await page.getByText('1 job has begun').waitFor()
  await tabTo(page, 'See the jobs')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.list-space .list-row')
  await page.keyboard.press('e')
  await page.getByRole('link', { name: 'swap-face' }).waitFor()
  await tabTo(page, 'swap-face')
  await page.keyboard.press('Enter')
  await page.getByText('Breaks no rule').waitFor()
  await tabTo(page, 'Add to face mapping')
  await page.keyboard.press('Enter')
  await page.getByText('face_mapping names one position twice').first().waitFor()
  // What was added is there to be set, and what is pressed keeps the focus.
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Breaks no rule').waitFor()
  await page.locator('body').press('t')
  await page.waitForSelector('#file-src')
  expect(trouble).toEqual([])
})

/** What the console answers; what a browser adds on its way is added in its place. */
async function realAnswer(route: Route) {
  const headers = { ...route.request().headers(), 'sec-fetch-site': 'same-origin' }
  return await (await route.fetch({ headers })).json()
}

test('titles, groups and summaries that are hostile are read as they are, and are no markup', async ({
  skip,
}) => {
  const { page, origin, trouble } = await lookAtConsole(skip)
  const hostile = '<img src=x onerror=alert(1)>\u202egnp'
  await page.route('**/console/api/catalogue', async (route) => {
    const answer = await realAnswer(route)
    for (const feature of answer.features) {
      feature.summary = hostile
      for (const template of feature.templates) {
        Object.assign(template, { title: `${template.id} ${hostile}`, group: hostile })
      }
    }
    await route.fulfill({ json: answer })
  })
  await page.route('**/console/api/recipes', async (route) => {
    const answer = await realAnswer(route)
    for (const recipe of answer.recipes) Object.assign(recipe, { description: hostile })
    answer.recipes.push({ ...answer.recipes[0], name: hostile, broken: hostile })
    await route.fulfill({ json: answer })
  })
  const shown = 'onerror=alert(1)>\\u202egnp'
  for (const [path, sign] of sampled(1, [
    ['/recipes/evening-look', '.template'],
    ['/recipes', '.recipe'],
    ['/try?feature=look-vto', '.template'],
    ['/drop?recipe=slim', '.recipe-does'],
  ] as const)) {
    await page.goto(`${origin}/console${path}`)
    await page.waitForSelector(sign)
    await page.getByText(shown).first().waitFor({ state: 'attached' })
    expect(String(await page.textContent('main'))).not.toContain('\u202e')
  }
  expect(trouble).toEqual([])
})

// Asked for later, it is shown all the same: `follow-jobs.ts` waits for pictures of a job in `npm test`.
test.runIf(isEveryCaseTried())(
  'a job’s source is on its way before anything is known of the job',
  async ({ skip }) => {
    const { page, origin, trouble } = await lookAtConsole(skip)
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const id = `job-${'0'.repeat(40)}`
    await page.route(`**/console/api/pictures/${id}/source/2048`, async (route) => {
      ask()
      await route.fulfill({ status: 404 })
    })
    const refusal = { error: 'There is no such job.', error_code: 'NotFound' }
    await page.route(`**/console/api/jobs/${id}`, async (route) => {
      await asked
      await route.fulfill({ status: 404, json: refusal })
    })
    await page.goto(`${origin}/console/jobs/${id}`)
    await page.getByText('There is no such job.').or(page.getByText('not there')).waitFor()
    expect(trouble).toEqual([])
  },
)
