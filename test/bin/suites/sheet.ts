import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { cutName, svgWords, wrapWords } from '../../../bin/sheet/svg-words.ts'
import { writeSheet } from '../../../bin/sheet/write-sheet.ts'
import { dropManifest, endedBatch, putObject } from '../../stack/batches.ts'
import { noopEngine, noopWorker } from '../../stack/noop-worker.ts'
import type { Run } from '../../stack/start-run.ts'
import { onePersonPicture } from '../../stack/test-pictures.ts'
import { runWords } from '../run-words.ts'
import { sharedBench } from '../shared-bench.ts'

let run: Run
let png: Buffer
beforeAll(async () => {
  ;({ run } = await sharedBench())
  ;({ png } = await onePersonPicture())
})

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'darkroom-sheet-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** The colours of a written sheet: of the pixel at a place. */
async function pixelOf(path: string) {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true })
  return {
    ...info,
    at: (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
    ],
  }
}

const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

test('what a name or reason holds is no markup, and is cut and wrapped to its room', () => {
  expect(svgWords('a<b>&"c"\u202e\u0007\ud800')).toBe(
    'a&lt;b&gt;&amp;&quot;c&quot;\\u202e\\u0007\ufffd',
  )
  expect(cutName('short.jpg', 20)).toBe('short.jpg')
  const cut = cutName(`${'long'.repeat(50)}.jpg`, 20)
  expect(cut).toMatch(/^(?:long)+.*….*\.jpg$/)
  expect(cut.length).toBeLessThan(36)
  expect(cutName('写真'.repeat(40), 20).length).toBeLessThan(21)
  expect(wrapWords('one two three', 5, 3)).toEqual(['one two', 'three'])
  expect(wrapWords('one two three four five', 4, 2)).toEqual(['one', 'tw…'])
})

test('a sheet has its files before and after side by side, two in a row, forty a page', async () => {
  const where = folder()
  const path = (name: string) => join(where, name)
  await flat(680, 340, '#ff0000').png().toFile(path('red.png'))
  await flat(340, 680, '#0000ff').png().toFile(path('blue.png'))
  writeFileSync(path('values.json'), '{}')
  const row = { name: 'a<b>&.png', outcome: 'succeeded' as const }
  const rows = [
    { ...row, before: { path: path('red.png') }, after: { path: path('blue.png') } },
    { ...row, before: { path: path('red.png') }, after: { path: path('values.json') } },
    { name: 'none.png', outcome: 'refused' as const, words: 'Nobody is in it. '.repeat(40) },
    ...Array.from({ length: 39 }, (_, n) => ({ ...row, name: `${n}` })),
  ]
  const written = await writeSheet(path('sheet.png'), { title: 'slim', rows }, run)
  expect(written).toEqual([path('sheet.png'), path('sheet-2.png')])
  const sheet = await pixelOf(path('sheet.png'))
  expect(sheet.width).toBe(20 + 688 + 28 + 688 + 20)
  const middle = 60 + 170
  expect(sheet.at(20 + 170, middle)).toEqual([255, 0, 0])
  expect(sheet.at(20 + 348 + 170, middle)).toEqual([0, 0, 255])
  expect(sheet.at(20 + 348 + 20, middle)).toEqual([0xf4, 0xf1, 0xea])
  expect(sheet.at(736 + 170, middle)).toEqual([255, 0, 0])
  expect(sheet.at(736 + 348 + 20, middle)).toEqual([0xe9, 0xe4, 0xd8])
  expect((await sharp(path('sheet-2.png')).metadata()).height).toBeLessThan(300)

  expect(
    await writeSheet(path('sheet.png'), { title: 'slim', rows: rows.slice(0, 1) }, run),
  ).toEqual([path('sheet (2).png')])
})

test('a drop and a batch write a sheet of what they did and did not do', async () => {
  let people = 1
  run.around(
    'service/run-task',
    noopWorker(() => ({ perform: (...asked) => noopEngine(people)(...asked) })),
  )
  const where = folder()
  mkdirSync(join(where, 'shoot'))
  for (const name of ['a.png', 'b & <c>.png']) writeFileSync(join(where, 'shoot', name), png)
  const drop = (paths: string, sheet: string) =>
    runWords(run.at, 'drop', join(where, paths), '--recipe', 'slim', '--sheet', join(where, sheet))

  const wrong = await drop('shoot', 'sheet.txt')
  expect(wrong).toMatchObject({ code: 1, out: '' })
  expect(wrong.err).toContain('sheet.txt: a sheet is a picture')

  const done = await drop('shoot', 'new/sheet.jpg')
  expect(done.code, done.err).toBe(0)
  expect(done.out).toContain(`The sheet is ${join(where, 'new', 'sheet.jpg')}`)
  expect((await sharp(join(where, 'new', 'sheet.jpg')).metadata()).format).toBe('jpeg')

  people = 0
  writeFileSync(join(where, 'nobody.png'), await flat(600, 600, '#446688').png().toBuffer())
  const refused = await drop('nobody.png', 'refused.jpg')
  expect(refused.code).toBe(3)
  expect(refused.err).toContain(`The sheet is ${join(where, 'refused.jpg')}`)

  people = 1
  await putObject(run, 'files/x.png', png)
  const id = await dropManifest(
    run,
    'batches/slim/x.jsonl',
    '{"key":"files/x.png"}\n{"key":"files/gone.png"}',
  )
  await endedBatch(run, id)
  const out = join(where, 'out')
  const sheet = join(where, 'batch.webp')
  const fetched = await runWords(run.at, 'batch', 'fetch', id, '--out', out, '--sheet', sheet)
  expect(fetched.out).toContain(`The sheet is ${sheet}`)
  expect(readdirSync(out)).toEqual(['x.png'])
  const page = await pixelOf(sheet)
  const [left, right] = [page.at(20 + 170, 230), page.at(20 + 348 + 170, 230)]
  for (const one of [left, right]) expect(one).not.toEqual([0xf4, 0xf1, 0xea])
})
