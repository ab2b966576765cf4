import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { sampled } from '../../setup/sampled.ts'
import { drop } from '../drop.ts'
import { noopWorker } from '../noop-worker.ts'
import { putRecipe, slimRecipe } from '../put-recipe.ts'
import { endedJob, readObject, readReceipt } from '../read-job.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'
import { onePersonPicture } from '../test-pictures.ts'

let run: Run
const worker = noopWorker()
beforeAll(async () => {
  run = await sharedRun('plain')
  // A mark would change the bytes.
  await putRecipe(run, 'as-is', slimRecipe({ output: { mark: false } }))
})
beforeEach(() => run.around('service/run-task', worker))

const LEADING = [
  ['drop/as-is/a/../../b.png', 'upload'],
  ['drop/as-is/a//empty.png', 'url'],
  ['drop/as-is/%2e%2e/encoded.png', 'url'],
  ['drop/as-is/a/..', 'upload'],
  ['drop/as-is/../up.png', 'upload'],
  ['drop/as-is/a/./here.png', 'upload'],
  ['drop/as-is/a%2F..%2Fb.png', 'url'],
  ['drop/as-is/.../three.png', 'url'],
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
  const folder = 'drop/as-is/'
  const ending = '.png'
  const left = 1024 - folder.length - ending.length
  return folder + '写'.repeat(Math.floor(left / 3)) + 'x'.repeat(left % 3) + ending
})()

const HOSTILE = [
  LONGEST,
  'drop/as-is/100%25.png',
  'drop/as-is/100%.png',
  'drop/as-is/line\nbreak\r\n\ttab.png',
  'drop/as-is/📷 写真/👨‍👩‍👧.png',
  `drop/as-is/"quotes'<>\`\\.png`,
  'drop/as-is/with spaces  and more.png',
  'drop/as-is/a+b.png',
  'drop/as-is/a&b=c?d#e;f,g.png',
  'drop/as-is/caf\u00e9.png',
  'drop/as-is/cafe\u0301.png',
  'drop/as-is/../up again.png',
  'drop/as-is/a//b.png',
  'drop/as-is/ leading and trailing .png ',
  'drop/as-is/__proto__',
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
