import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sampled } from '../setup/sampled.ts'
import { drop } from './drop.ts'
import { noopWorker } from './noop-worker.ts'
import { putRecipe, slimRecipe } from './put-recipe.ts'
import { endedJob, readObject, readReceipt } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'
import { onePersonPicture } from './test-pictures.ts'

let run: Run
const worker = noopWorker()
beforeAll(async () => {
  run = await startRun()
  // A mark would change the bytes.
  await putRecipe(run, 'slim', slimRecipe({ output: { mark: false } }))
})
afterAll(() => run?.close())
beforeEach(() => run.around('service/run-task', worker))

const LEADING = [
  ['drop/slim/a/../../b.png', 'upload'],
  ['drop/slim/a//empty.png', 'url'],
  ['drop/slim/%2e%2e/encoded.png', 'url'],
  ['drop/slim/a/..', 'upload'],
  ['drop/slim/../up.png', 'upload'],
  ['drop/slim/a/./here.png', 'upload'],
  ['drop/slim/a%2F..%2Fb.png', 'url'],
  ['drop/slim/.../three.png', 'url'],
] as const

test.each(sampled(1, LEADING))(
  '%s passes through the pipeline byte by byte, by %s',
  async (key, transfer) => {
    const { png } = await onePersonPicture()
    const { job: id } = await drop(run, png, key)
    const job = await endedJob(run, id)
    expect(job.failure).toBeUndefined()
    const receipt = await readReceipt(run, id)
    expect(receipt.source.key).toBe(key)
    expect(receipt.transfer).toBe(transfer)
    // The effect returns the picture it was given, so the result shows which picture that was.
    const [result] = receipt.results
    const bytes = await readObject(run, result?.bucket ?? '', result?.key ?? '')
    const hash = (of: Uint8Array): string => createHash('sha256').update(of).digest('hex')
    expect(hash(bytes)).toBe(hash(png))
  },
)

/** The longest key of S3, in characters of three bytes each. */
const LONGEST = (() => {
  const folder = 'drop/slim/'
  const ending = '.png'
  const left = 1024 - folder.length - ending.length
  return folder + '写'.repeat(Math.floor(left / 3)) + 'x'.repeat(left % 3) + ending
})()

const HOSTILE = [
  LONGEST,
  'drop/slim/100%25.png',
  'drop/slim/100%.png',
  'drop/slim/line\nbreak\r\n\ttab.png',
  'drop/slim/📷 写真/👨‍👩‍👧.png',
  `drop/slim/"quotes'<>\`\\.png`,
  'drop/slim/with spaces  and more.png',
  'drop/slim/a+b.png',
  'drop/slim/a&b=c?d#e;f,g.png',
  'drop/slim/caf\u00e9.png',
  'drop/slim/cafe\u0301.png',
  'drop/slim/../up again.png',
  'drop/slim/a//b.png',
  'drop/slim/ leading and trailing .png ',
  'drop/slim/__proto__',
]

test('every hostile key at once: each keeps its own bytes, and none is confused with another', async () => {
  expect(Buffer.byteLength(LONGEST)).toBe(1024)
  const { png } = await onePersonPicture()
  const keys = sampled(4, HOSTILE)
  const own = (key: string): Buffer => Buffer.concat([png, Buffer.from(key)])
  const dropped = await Promise.all(keys.map((key) => drop(run, own(key), key)))
  expect(new Set(dropped.map(({ job }) => job)).size).toBe(keys.length)
  for (const { job, key } of dropped) {
    const ended = await endedJob(run, job)
    expect([key, ended.failure]).toEqual([key, undefined])
    expect(ended.source.key).toBe(key)
    expect((await readReceipt(run, job)).source.key).toBe(key)
    const [result] = ended.results ?? []
    expect(Buffer.from(await readObject(run, run.at.resultsBucket, result?.key ?? ''))).toEqual(
      own(key),
    )
    const name = result?.key.slice(`results/${job}/`.length) ?? ''
    const stem = key.slice(key.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
    // A result's name has at most 800 bytes, never a slash, and `_` for what would steer a terminal.
    expect(name).not.toContain('/')
    if (key !== LONGEST) expect(name).toBe(`${stem.replace(/[\n\r\t]/g, '_')}.png`)
    else expect(stem.startsWith(name.slice(0, -4))).toBe(true)
  }
}, 900_000)
