import { expect, test } from 'vitest'
import { HOSTILE_NAMES, TURNING_SHOWN } from '../hostile-names.ts'
import { putHostileJob, putOldJob } from '../put-job.ts'
import { lookAtConsole } from '../shared-console.ts'

test('what is not kept any more is told with since when, and what others wrote does nothing', async ({
  skip,
}) => {
  const { page, trouble, origin, run } = await lookAtConsole(skip)
  await page.goto(`${origin}/console/jobs/${await putOldJob(run)}`)
  await page.getByText('this one is gone since 1 Apr 2026').waitFor()
  await page.getByText('those of this job are gone since 31 Jan 2026').waitFor()
  await page.getByText('CreateTask').waitFor()
  await page.getByText('keeps results for 7 days, until 2026-01-08').waitFor()
  await page.getByText('The file is not there any more.', { exact: true }).waitFor()

  const [script, turning] = HOSTILE_NAMES
  await page.goto(`${origin}/console/jobs/${await putHostileJob(run, script, turning)}`)
  await page.getByText(script).first().waitFor()
  await page.getByText(TURNING_SHOWN).first().waitFor()
  await page.getByText('is not there any more').first().waitFor()
  expect(await page.locator('img[src="x"]').count()).toBe(0)

  // What receivers of webhooks answer is theirs, and so is what a provider calls somebody who signs in.
  const [words, at] = [`${script} ${turning}`, new Date().toISOString()]
  const attempts = [
    { at, status: 500, ms: 1, answer: words },
    { at, reason: words, ms: 1 },
  ]
  const told = { status: 'exhausted', endpoint: words, attempts }
  for (const [route, json] of [
    [
      'jobs/*/webhooks',
      { tasks: [{ task: 't', event: 'e', deliveries: [{ ...told, pipeline: true }] }] },
    ],
    ['deliveries?*', { deliveries: [{ ...told, event: words, feature: words, createdAt: at }] }],
    [
      'audit*',
      { entries: [{ who: words, at, what: words, on: { id: words }, ip: words, status: 403 }] },
    ],
  ] as const) {
    await page.route(`**/console/api/${route}`, (asked) => asked.fulfill({ json }))
  }
  for (const [path, sign] of [
    [new URL(page.url()).pathname, '.task bdi'],
    ['/console/service/webhooks', '.attempts bdi'],
    ['/console/service/audit', 'td bdi'],
  ] as const) {
    await page.goto(origin + path)
    await page.locator(sign).getByText(`${script} ${TURNING_SHOWN}`).first().waitFor()
    expect(await page.textContent('main'), path).not.toContain('\u202e')
    expect(await page.locator('img[src="x"]').count(), path).toBe(0)
  }
  expect(trouble).toEqual([])
})
