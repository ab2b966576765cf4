import { expect, test } from 'vitest'
import { pageCost } from '../../../bench/console/page-cost.ts'
import { fewOrAll, isEveryCaseTried } from '../../../setup/sampled.ts'
import { answerJobs, jobNumbered } from '../answer-jobs.ts'
import { liveJobs } from '../live-jobs.ts'
import { rowsOf } from '../rows-of.ts'
import { lookAtConsole } from '../shared-console.ts'

/*
 * The list of jobs, whose questions the tests answer themselves: of more jobs than a run could do, which begin and end
 * when a test wants them to.
 */

// Which rows are drawn, of how many, `pure-rules.test.ts` and `jobs-store.test.ts` hold in `npm test`.
test.runIf(isEveryCaseTried())(
  'the list reaches its oldest job, of which few are ever in the document',
  {
    timeout: 1_200_000,
  },
  async ({ skip }) => {
    const { page, origin } = await lookAtConsole(skip)
    const count = fewOrAll(400, 300_000)
    const answered = await answerJobs(page, count)
    await page.goto(`${origin}/console/jobs?recipe=slim`)
    await page.waitForSelector('.list-space .list-row')
    const down = `(async () => {
    const list = document.querySelector('.list')
    list.scrollTop = list.scrollHeight
    await new Promise((done) => setTimeout(done, 30))
    // By whole names: the end of one row and the next one's name together may read like another.
    return [...document.querySelectorAll('.list-space .name a')]
      .some((name) => name.textContent === '${count - 1}.jpg')
  })()`
    while (!(await page.evaluate(down)));
    expect(answered.asked['jobs']).toBe(count / 100)
    const { nodes, heap } = await (await pageCost(page)).kept()
    expect(nodes).toBeLessThanOrEqual(1500)
    // Some 600 bytes a row, and what there is without any.
    expect(heap).toBeLessThanOrEqual(18e6 + count * 600)
  },
)

test('twelve new jobs move nothing, and what is old says so', async ({ skip }) => {
  const { page, origin } = await lookAtConsole(skip)
  const answered = await answerJobs(page, 300)
  await page.goto(`${origin}/console/jobs`)
  await page.waitForSelector('.list-space .list-row')
  await page.evaluate(`document.querySelector('.list').scrollTop = 760`)
  const top = `[...document.querySelectorAll('.list-space .list-row')]
    .map((row) => [row.getBoundingClientRect().top, row.textContent])
    .find(([y]) => y > 200)`
  await page.getByText('15.jpg', { exact: true }).waitFor()
  const before = await page.evaluate(top)
  const fresh = Array.from({ length: 12 }, (_, at) => jobNumbered(at - 12))
  answered.changes = { fresh, changed: [] }
  await page.getByRole('button', { name: '12 new' }).waitFor()
  expect(await page.evaluate(top)).toEqual(before)
  answered.changes = { fresh: [], changed: [] }
  await page.getByRole('button', { name: '12 new' }).click()
  await page.getByText('-12.jpg').waitFor({ state: 'attached' })
  answered.changes = undefined
  await page.getByText(/Nothing answers. What you see is/).waitFor()
  answered.changes = { fresh: [], changed: [] }
  await page.getByText(/Nothing answers. What you see is/).waitFor({ state: 'detached' })
})

// What is left behind shows after many of them.
test.runIf(isEveryCaseTried())(
  'a thousand changes a minute leave nothing behind, and none is missed',
  {
    timeout: 3_600_000,
  },
  async ({ skip }) => {
    const { page, origin } = await lookAtConsole(skip)
    // More than are in sight, so that the document is as long at the beginning as at the end.
    const live = await liveJobs(page, 60)
    await page.goto(`${origin}/console/jobs`)
    await page.waitForSelector('.list-space .list-row')
    const { kept } = await pageCost(page)
    const part = fewOrAll(14, 2000)
    let [units, first] = [1, { heap: 0, nodes: 0 }]
    for (let nth = 0; nth < 5 * part; nth++) {
      const running = live.running()
      if (running.length < 10 && nth % 2 === 0) live.begin()
      else live.end(running.at(-1) ?? live.begin(), ++units)
      if (nth % 20 === 0) await page.keyboard.press('n')
      // At the end of the list, as below: elsewhere more rows are drawn, or fewer.
      if (nth === 2 * part && (await rowsOf(page)).length > 0) first = await kept()
      // Ten in a row with the pause of ten.
      if (nth % 10 === 9) await page.waitForTimeout(10 * fewOrAll(30, 60))
    }
    for (const row of live.running()) live.end(row, ++units)
    await page.locator('.state.is-running').first().waitFor({ state: 'detached' })
    const listed = async () => {
      await page.keyboard.press('n')
      return (await rowsOf(page)).length
    }
    await expect.poll(listed, { timeout: 900_000, interval: 1000 }).toBe(live.count)
    const shown = await rowsOf(page)
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown).toHaveLength(live.count)
    const last = await kept()
    expect(last.nodes).toBeLessThanOrEqual(first.nodes * 1.1)
    // A second after each answer comes the next question, for the list but once or where one answer did not hold all.
    const seconds = ((await page.evaluate('performance.now()')) as number) / 1000
    expect(live.asked.changes).toBeGreaterThan(1)
    expect(live.asked.changes).toBeLessThanOrEqual(seconds + 2)
    expect(live.asked.jobs).toBeLessThanOrEqual(1 + live.asked.withMore)
    // In some seconds the heap grows by what is compiled. A row that is listed takes some 600 bytes.
    if (isEveryCaseTried()) expect(last.heap).toBeLessThanOrEqual(first.heap * 1.1 + 3 * part * 600)
  },
)

// That the page goes on after a time without answers the test of twelve new jobs holds in `npm test`.
test.runIf(isEveryCaseTried())(
  'after a minute without an answer nothing is missing and nothing there twice',
  async ({ skip }) => {
    const { page, origin } = await lookAtConsole(skip)
    const live = await liveJobs(page, 30)
    const begun = [live.begin(), live.begin()]
    await page.goto(`${origin}/console/jobs`)
    await page.getByText('0.jpg', { exact: true }).waitFor()
    live.offline = true
    await page.getByText(/Nothing answers. What you see is/).waitFor()
    // More than one answer holds, and fewer than the list begins anew for.
    for (let nth = 0; nth < 70; nth++) begun.push(live.begin())
    for (const [at, row] of begun.entries()) live.end(row, at)
    live.offline = false
    await page.getByRole('button', { name: '70 new' }).click()
    await expect.poll(async () => (await rowsOf(page)).length, { interval: 500 }).toBe(102)
    expect(new Set(await rowsOf(page)).size).toBe(102)
    for (let nth = 0; nth < 201; nth++) live.begin()
    await page.getByRole('button', { name: 'more than 200 new' }).click()
    await page.getByText('-273.jpg').waitFor()
  },
)

// What changed rows do to a list `pure-rules.test.ts` holds in `npm test`.
test.runIf(isEveryCaseTried())(
  'under a filter, what comes to what it asks for is told as new',
  async ({ skip }) => {
    const { page, origin } = await lookAtConsole(skip)
    const live = await liveJobs(page, 3)
    const before = live.begin()
    await page.goto(`${origin}/console/jobs?state=succeeded`)
    await page.getByText('0.jpg', { exact: true }).waitFor()
    const after = live.begin()
    // The page has heard of it once it asks how it is.
    await expect.poll(() => live.asked.running.has(after.id)).toBe(true)
    live.end(before, 2)
    live.end(after, 3)
    await page.getByRole('button', { name: '2 new' }).click()
    await page.getByText('-2.jpg').waitFor()
    await expect.poll(async () => (await rowsOf(page)).length, { interval: 500 }).toBe(5)
    // Enter on a link or a button is the link's own, whichever row is current.
    await page.keyboard.press('ArrowDown')
    await page.getByRole('link', { name: 'Batches' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`${origin}/console/batches`)
  },
)
