import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPageBrowser } from '../../browser/open-page-browser.ts'
import { connect } from '../../stack/connect.ts'
import { startProcess } from '../../stack/start-process.ts'
import { twoPeoplePicture } from '../../stack/test-pictures.ts'
import { type ConsolePage, openConsolePage } from './console-page.ts'

let browser: Browser | undefined
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'darkroom-drops-long-'))
  browser = await openPageBrowser()
})
afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

const PART = 8 * 1024 * 1024
const GIGABYTE = 1_000_000_000

async function hashOf(stream: Readable): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

/** A file that begins as MP4 does, with other bytes in every part. */
async function writeLarge(path: string): Promise<void> {
  async function* bytes(): AsyncGenerator<Buffer> {
    yield Buffer.from('\0\0\0\x20ftypisom\0\0\0\0isommp42avc1mp41')
    for (let written = 32; written < GIGABYTE; ) {
      const some = Buffer.alloc(Math.min(1 << 20, GIGABYTE - written), (written >> 20) & 255)
      written += some.length
      yield some
    }
  }
  await pipeline(bytes(), createWriteStream(path))
}

async function chooseLarge({ page, origin }: ConsolePage, path: string): Promise<void> {
  await page.waitForSelector('#main')
  await page.goto(`${origin}/console/drop`)
  await page.getByLabel('Recipe').selectOption('watercolour')
  await page.locator('.drop-zone input[type=file]').first().setInputFiles(path)
  await page.getByRole('button', { name: 'Drop 1 file' }).click()
}

/** Bytes that went up, as the page says: `120.4 MB / 1,000 MB`. */
async function megabytesUp(page: Page): Promise<number> {
  const said =
    (await page
      .locator('.drop-progress')
      .textContent()
      .catch(() => '')) ?? ''
  return Number(/· ([\d.,]+) MB \//.exec(said)?.[1]?.replaceAll(',', '') ?? 0)
}

async function untilUp(page: Page, megabytes: number): Promise<void> {
  while ((await megabytesUp(page)) < megabytes) await page.waitForTimeout(200)
}

test('a gigabyte goes up although its page and then the run are killed, and no part twice', {
  timeout: 1_800_000,
}, async ({ skip }) => {
  if (!browser) return skip('no browser on this machine')
  const [path, dataDir] = [join(folder, 'long.mp4'), join(folder, 'data')]
  await writeLarge(path)
  const first = await startProcess(dataDir, ['--console-port', '0'])
  const port = new URL(String(first.at.consoleUrl)).port
  const one = await openConsolePage(browser, String(first.at.consoleUrl))
  await chooseLarge(one, path)
  await untilUp(one.page, 150)
  const kept = await one.page.context().storageState()
  await one.close()

  const two = await openConsolePage(browser, String(first.at.consoleUrl), { storageState: kept })
  const puts: string[] = []
  const watch = (page: Page): void => {
    page.on('requestfinished', (request) => {
      if (request.method() === 'PUT') {
        puts.push(String(new URL(request.url()).searchParams.get('partNumber')))
      }
    })
  }
  watch(two.page)
  await chooseLarge(two, path)
  await untilUp(two.page, 400)
  expect(await first.end('SIGKILL')).toBe('SIGKILL')
  const second = await startProcess(dataDir, ['--console-port', port])
  expect(new URL(String(second.at.consoleUrl)).port).toBe(port)
  const later = await two.page.context().storageState()
  await two.close()

  const three = await openConsolePage(browser, String(second.at.consoleUrl), {
    storageState: later,
  })
  watch(three.page)
  const before = puts.length
  await chooseLarge(three, path)
  await three.page.getByText('1 job has begun').waitFor({ timeout: 900_000 })
  const parts = Math.ceil(GIGABYTE / PART)
  // Of some 400 MB that were there none went up again, but for the parts that were on their way.
  expect(puts.length - before).toBeLessThan(parts - 40)
  expect(three.trouble).toEqual([])
  await three.close()
  const { s3, at } = await connect(second.at)
  const object = { Bucket: at.dropBucket, Key: 'drop/watercolour/long.mp4' }
  const { Body } = await s3.send(new GetObjectCommand(object))
  expect(await hashOf(Body as Readable)).toBe(await hashOf(createReadStream(path)))
})

test('five thousand files are planned and dropped, and the page stays awake', {
  timeout: 3_600_000,
}, async ({ skip }) => {
  if (!browser) return skip('no browser on this machine')
  const [photos, dataDir] = [join(folder, 'many'), join(folder, 'many-data')]
  const { png } = await twoPeoplePicture()
  for (let at = 0; at < 50; at++) {
    mkdirSync(join(photos, `${at}`), { recursive: true })
    for (let more = 0; more < 100; more++)
      writeFileSync(join(photos, `${at}`, `${more}.png`), png.subarray(0, 3000))
  }
  for (let at = 0; at < 20; at++) writeFileSync(join(photos, `${at}.pdf`), '%PDF-1.7')
  // Their jobs are parked: what is looked at is the page.
  const options = ['--console-port', '0', '--budget', '{"units":0}']
  const going = await startProcess(dataDir, options)
  const { page, origin, close } = await openConsolePage(browser, String(going.at.consoleUrl))
  await page.waitForSelector('#main')
  await page.goto(`${origin}/console/drop`)
  await page.evaluate(`(() => {
    globalThis.stalls = []
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.stalls.push(Math.round(duration))
    }).observe({ type: 'longtask' })
  })()`)
  await page.getByLabel('Recipe').selectOption('slim')
  await page.locator('.drop-zone input[type=file]').nth(1).setInputFiles(photos)
  await page.getByText('5,000 files become jobs').waitFor({ timeout: 600_000 })
  await page.getByText('20 files are left out').click()
  await page.getByText('20: no picture or video').waitFor()
  const planned = await page.evaluate('globalThis.stalls')
  await page.getByRole('button', { name: 'Drop 5,000 files' }).click()
  await page.getByText('5,000 jobs have begun').waitFor({ timeout: 3_000_000 })
  const dropped = await page.evaluate('globalThis.stalls')
  // How long the page was busy at a time depends on the machine: it is told, and not held.
  process.stdout.write(`Tasks of 50 ms and more: ${planned} until planned, ${dropped} in all.\n`)
  await page.evaluate(`(() => {
    const list = document.querySelector('.list')
    list.scrollTop = list.scrollHeight
  })()`)
  await page.locator('.list-space .list-row').last().getByText('is there').waitFor()
  expect(await page.locator('.list-space .list-row').count()).toBeLessThan(60)
  await close()
})
