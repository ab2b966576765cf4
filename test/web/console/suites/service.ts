import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createKey } from '../../../../functions/service/core/accounts/create-key.ts'
import { grantUnits } from '../../../../functions/service/core/accounts/grant-units.ts'
import { dynamoKeyStore } from '../../../../functions/service/core/adapters/dynamo/dynamo-key-store.ts'
import { dynamoUnitStore } from '../../../../functions/service/core/adapters/dynamo/dynamo-unit-store.ts'
import { isEveryCaseTried } from '../../../setup/sampled.ts'
import { dropMany } from '../../../stack/many-files.ts'
import { noopEngine, noopWorker } from '../../../stack/noop-worker.ts'
import { twoPeoplePicture } from '../../../stack/test-pictures.ts'
import { axeViolationsOf } from '../../axe-violations.ts'
import { lookAtConsole } from '../shared-console.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'darkroom-try-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The key in the dialog that shows it once; afterwards it is nowhere on the page. */
async function takeShown(page: Page): Promise<string> {
  const secret = String(await page.locator('dialog .secret').textContent())
  await page.getByRole('button', { name: 'I have it' }).click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain(secret)
  const stored = 'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])'
  expect(await page.evaluate(stored)).not.toContain(secret)
  return secret
}

test('a key is made and replaced, and shown once', async ({ skip }) => {
  const { page, trouble } = await lookAtConsole(skip)
  await page.keyboard.press('v')
  await page.getByRole('link', { name: 'Units and keys' }).click()
  await page.getByLabel('Account').last().fill('studio')
  await page.getByRole('button', { name: 'Make a key' }).click()
  const first = await takeShown(page)
  const row = page.getByRole('row', { name: /studio/ })
  await row.getByRole('button', { name: 'Rotate' }).click()
  await page.getByRole('button', { name: 'Yes' }).click()
  const key = await takeShown(page)
  expect(key).not.toBe(first)
  await expect.poll(() => row.count()).toBe(2)
  await page.getByLabel('Account').first().selectOption('studio')
  await page.getByRole('button', { name: 'Grant units' }).click()
  await page.getByText('1,000 / 1,000').waitFor()
  if (isEveryCaseTried()) {
    expect(await axeViolationsOf(page, 'body'), 'units and keys').toEqual([])
  }
  expect(trouble).toEqual([])
})

// The same requests `test/stack/console-service.test.ts` makes in `npm test`; a try is judged in `second-half.ts`, and
// what strangers wrote is shown in `what-is-left.ts`.
test.runIf(isEveryCaseTried())(
  'a feature is tried, its script run in a shell, and a webhook sent again',
  {
    timeout: 400_000,
  },
  async ({ skip }) => {
    const { page, trouble, origin, run } = await lookAtConsole(skip)
    run.around(
      'service/run-task',
      noopWorker(() => ({ perform: noopEngine(2) })),
    )
    const files = await dropMany(run, 'service', 1)
    await files.ended()
    const { endpoints, region, credentials } = run.stacks
    const client = new DynamoDBClient({ endpoint: endpoints.dynamodb, region, credentials })
    const marshallOptions = { removeUndefinedValues: true }
    const db = DynamoDBDocumentClient.from(client, { marshallOptions })
    onTestFinished(() => client.destroy())
    const { key } = await createKey(
      { account: 'studio', name: 'tries' },
      { keys: dynamoKeyStore(db, run.at.service.keys), now: Date.now },
    )
    await grantUnits(
      { account: 'studio', units: 10 },
      { units: dynamoUnitStore(db, run.at.service.units), now: Date.now },
    )
    const { png } = await twoPeoplePicture()
    await writeFile(join(folder, 'src.png'), png)
    await page.goto(`${origin}/console/try?feature=body-reshape`)
    await page.locator('#file-src').setInputFiles(join(folder, 'src.png'))
    await page.getByRole('button', { name: 'Find people, free' }).click()
    await page.getByRole('button', { name: 'Person 2' }).click()
    expect(await axeViolationsOf(page, 'body'), 'try').toEqual([])
    await page.getByRole('button', { name: 'Try it: 1 unit' }).click()
    await page.getByAltText('After').waitFor()
    const script = String(await page.locator('.script').textContent())
    expect(script).toContain('"index": 1')
    await writeFile(join(folder, 'try.sh'), script)
    const shell = { cwd: folder, env: { ...process.env, DARKROOM_KEY: key } }
    const { stdout } = await promisify(execFile)('sh', ['try.sh'], shell)
    expect(JSON.parse(stdout)).toMatchObject({ task_status: 'success' })
    expect((await readFile(join(folder, 'result'))).length).toBeGreaterThan(1000)
    // A picture of the camera takes the place of the file.
    const [camera] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Camera' }).click(),
    ])
    await camera.getByRole('button', { name: 'Take a picture' }).click()
    await camera.getByAltText('The picture that was taken').waitFor()
    expect(await axeViolationsOf(camera, 'body'), 'camera').toEqual([])
    // The window closes itself under the click, which may end as failed.
    const closed = camera.waitForEvent('close')
    await camera
      .getByRole('button', { name: 'Use it' })
      .click()
      .catch(() => undefined)
    await closed
    await page.getByText('camera.jpg').waitFor()
    await page.getByRole('button', { name: 'Try it: 1 unit' }).click()
    await page.getByAltText('After').waitFor()
    await page.locator('#file-src').setInputFiles({
      name: '<img onerror=alert(1)>.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from('GIF89a'),
    })
    await page.getByText('is image/gif, not image/jpeg or image/png').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Try it' }).isDisabled()).toBe(true)

    await page.goto(`${origin}/console/service/webhooks`)
    await page.getByRole('button', { name: 'Send again' }).first().click()
    await page.getByText('1 sent again.').waitFor()
    await page.goto(`${origin}/console/service/audit`)
    await page.getByText('POST /deliveries/replay').waitFor()
    expect(await page.content()).not.toContain(key)
    for (const [path, sign] of [
      ['/service/costs', '.plot canvas'],
      ['/service/webhooks', '.delivery'],
      ['/service', '#budget-title'],
      ['/service/tasks', '.service-task'],
      ['/service/audit', '.rows'],
    ] as const) {
      await page.goto(`${origin}/console${path}`)
      await page.waitForSelector(sign)
      expect(await axeViolationsOf(page, 'body'), path).toEqual([])
    }
    await answerHostile(page)
    for (const path of ['/service', '/service/costs', '/service/webhooks', '/service/audit']) {
      await page.goto(`${origin}/console${path}`)
      await page.getByText('onerror=alert(1)>\\u202egnp').first().waitFor({ state: 'attached' })
    }
    expect(trouble).toEqual([])
  },
)

/** What strangers may have written: an answer to a webhook, a recipe's name, a finding. */
const BAD = '<img src=x onerror=alert(1)>\u202egnp'

/** Answers the page in the place of the admin API, with markup and turned text wherever text may stand. */
async function answerHostile(page: Page): Promise<void> {
  const at = '2026-11-27T12:00:00.000Z'
  const attempts = [{ at, status: 500, ms: 1, answer: BAD }]
  const amounts = { succeeded: 1, refused: 0, failed: 0, parked: 0, units: 1, dollars: 0.1 }
  const answers = {
    doctor: { at, findings: [{ level: 'problem', check: BAD, says: BAD, todo: BAD }] },
    costs: { rows: [{ day: '2026-11-27', recipe: BAD, ...amounts }], days: ['2026-11-27'] },
    deliveries: {
      deliveries: [{ event: BAD, endpoint: BAD, status: 'exhausted', createdAt: at, attempts }],
    },
    audit: {
      entries: [{ who: BAD, at, what: BAD, on: { id: BAD }, ip: BAD, status: 400, code: BAD }],
    },
  }
  for (const [name, json] of Object.entries(answers)) {
    await page.route(
      (url) => url.pathname === `/console/api/${name}`,
      (route) => route.fulfill({ json }),
    )
  }
}
