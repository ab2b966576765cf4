import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { noopWorker } from '../../stack/noop-worker.ts'
import { putRecipe, slimRecipe } from '../../stack/put-recipe.ts'
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
  const made = mkdtempSync(join(tmpdir(), 'darkroom-recipes-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

test('a recipe is deleted, a broken one too, and an unknown one is answered with the nearest', async () => {
  await putRecipe(run, 'of-today', slimRecipe())
  await putRecipe(run, 'broken', '{')
  for (const words of [
    ['recipes', 'delete', 'of-tody'],
    ['recipes', 'show', 'of-tody'],
    ['jobs', '--recipe', 'of-tody'],
    ['jobs', '--why', '--recipe', 'of-tody'],
    ['jobs', 'fetch', '--out', folder(), '--recipe', 'of-tody'],
    ['batch', 'start', '--prefix', 'files/', '--recipe', 'of-tody'],
  ]) {
    const { code, err } = await runWords(run.at, ...words)
    expect({ code, err }, words.join(' ')).toEqual({
      code: 1,
      err: 'darkroom: There is no recipe "of-tody". Did you mean of-today?\n',
    })
  }
  expect(await runWords(run.at, 'jobs', '--recipe', 'of-today')).toMatchObject({
    out: 'No jobs.\n',
  })
  for (const name of ['of-today', 'broken']) {
    expect((await runWords(run.at, 'recipes', 'delete', name)).code).toBe(0)
  }
  const { out } = await runWords(run.at, 'recipes', 'list')
  expect(out).toContain('slim')
  expect(out).not.toMatch(/of-today|broken/)
})

test('a list of files begins a batch, and one that is none is refused before it is dropped', async () => {
  run.around('service/run-task', noopWorker())
  const where = folder()
  const write = (name: string, text: string): string => {
    writeFileSync(join(where, name), text)
    return join(where, name)
  }
  const start = (file: string) =>
    runWords(run.at, 'batch', 'start', '--manifest', file, '--recipe', 'slim')
  const listed = write('list.json', '[{"key":"files/a.png"}]')
  expect((await start(listed)).err).toContain('list.json is no manifest: its name must end in .csv')
  expect((await start(write('empty.jsonl', '\n'))).err).toContain('has no line that can be used')
  expect((await start(write('other.csv', 'name\na.png\n'))).code).toBe(1)
  expect((await runWords(run.at, 'batch', 'start', '--recipe', 'slim')).err).toContain('--manifest')
  for (const file of [listed, write('list.csv', 'key\nfiles/a.png\n')]) {
    const { code, err } = await runWords(run.at, 'drop', file, '--recipe', 'slim')
    expect(code).toBe(1)
    expect(err).toContain('is a list, not a picture or video')
  }
  const { out: none } = await runWords(run.at, 'batch', 'list')
  expect(none).toBe('No batches.\n')

  const { out, err } = await start(write('list.jsonl', '{"key":"files/a.png"}\nnot json\n'))
  expect(err).toContain('1 file. 1 line cannot be used and will fail.')
  expect(out).toMatch(/^batch-[0-9a-f]{40}\n$/)
})

test('a folder’s only file is written into a folder, with the ending it had', async () => {
  run.around('service/run-task', noopWorker())
  const where = folder()
  mkdirSync(join(where, 'shoot'))
  writeFileSync(join(where, 'shoot', 'A.PNG'), png)
  symlinkSync(join(where, 'gone.png'), join(where, 'shoot', 'dead.png'))
  const drop = (out: string) =>
    runWords(run.at, 'drop', join(where, 'shoot'), '--recipe', 'slim', '--out', out)

  writeFileSync(join(where, 'taken'), 'a file')
  const taken = await drop(join(where, 'taken'))
  expect(taken).toMatchObject({ code: 1, out: '' })
  expect(taken.err).toContain('is there already, and is no folder')

  const { code, err } = await drop(join(where, 'x'))
  expect(err).toContain('dead.png is left out: it is a link to nothing.')
  expect(code).toBe(0)
  expect(readdirSync(join(where, 'x'), { recursive: true }).sort()).toEqual([
    'shoot',
    'shoot/A.PNG',
  ])
})

test('a check tells every problem at once, each with its line and column', async () => {
  const where = folder()
  const write = (name: string, text: string): string => {
    writeFileSync(join(where, name), text)
    return join(where, name)
  }
  const wrong = write(
    'wrong.json',
    `{
  "stepz": [],
  "steps": [
    { "feature": "body-reshape", "target": "biggest", "parameters": { "features": { "slim": -900 } } },
    { "feature": "face-lft" },
    {
      "feature": "obj-replace",
      "parameters": { "promt": "nothing" },
      "target": "all"
    },
    { "feature": "face-lift", "target": "all", "parameters": { "index": 2 } }
  ],
  "output": { "format": "gif" },
  "timeoutSeconds": 5
}`,
  )
  const broken = write('broken.json', '{\n  "steps": [\n    { "feature": slim }\n  ]\n}')
  const good = write('good.json', JSON.stringify(slimRecipe()))
  const missing = join(where, 'missing.json')
  const { code, out, err } = await runWords(
    undefined,
    'recipes',
    'check',
    wrong,
    broken,
    good,
    missing,
  )
  expect({ code, err }).toEqual({
    code: 1,
    err: 'darkroom: 3 of 4 recipes cannot be used.\n',
  })
  const lines = out.replaceAll(`${where}/`, '').trimEnd().split('\n')
  expect(lines.map((line) => line.slice(0, 70))).toEqual([
    'wrong.json:2:3: stepz is not a field of this object. Did you mean step',
    'wrong.json:4:34: steps[0].target must be one of usable, largest, leftm',
    'wrong.json:4:85: steps[0].parameters.features.slim is below the allowe',
    'wrong.json:5:7: steps[1].feature is not one of the accepted values. Di',
    'wrong.json:6:5: steps[2].inputs.msk is required.',
    "wrong.json:8:7: steps[2].parameters.prompt is required but wasn't incl",
    'wrong.json:8:23: steps[2].parameters.promt is not a field of this obje',
    'wrong.json:9:7: steps[2].target can be all only in the last step, or w',
    "wrong.json:11:48: steps[3].parameters.features is required but wasn't ",
    "wrong.json:11:64: steps[3].parameters.index is chosen by the step's ta",
    'wrong.json:13:15: output.format is not one of the accepted values. Acc',
    'wrong.json:14:3: timeoutSeconds is below the allowed minimum. At least',
    'broken.json:3:18: is not JSON: Unexpected token \'s\', ..."feature": sli',
    'good.json: body-reshape (largest)',
    'missing.json does not exist.',
  ])

  const { err: first } = await runWords(run.at, 'recipes', 'put', wrong)
  expect(first).toMatch(
    /wrong\.json:2:3: stepz is not a field.* And \d+ more: darkroom recipes check/,
  )
})
