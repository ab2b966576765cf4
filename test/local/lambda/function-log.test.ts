import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openFunctionLog } from '../../../local/lambda/function-log.ts'

let folder: string

beforeEach(() => {
  const made = mkdtempSync(join(tmpdir(), 'darkroom-log-'))
  folder = made
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
})

function linesOf(name: string): unknown[] {
  return readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

test('lines are passed on at once, and are in the file in order once the log is closed', async () => {
  const told: string[] = []
  const log = openFunctionLog(folder, (line) => void told.push(line))
  log.write('one', '{"message":"a"}\n{"message":"b"}\n\n')
  log.write('two', 'plain {text')
  expect(told).toHaveLength(3)
  await log.close()
  log.write('late', 'nobody hears')
  await log.close()
  expect(linesOf('functions.log')).toEqual([
    { function: 'one', message: 'a' },
    { function: 'one', message: 'b' },
    { function: 'two', message: 'plain {text' },
  ])
  expect(told).toHaveLength(3)
})

test('a full file is rotated, and three are kept', async () => {
  for (let round = 0; round < 5; round += 1) {
    const log = openFunctionLog(folder)
    for (let line = 0; line < 180; line += 1) log.write('f', `${round}${'x'.repeat(60_000)}`)
    await log.close()
  }
  expect(readdirSync(folder).sort()).toEqual([
    'functions.1.log',
    'functions.2.log',
    'functions.3.log',
    'functions.log',
  ])
  expect(linesOf('functions.1.log')[0]).toMatchObject({ message: expect.stringMatching(/^4x/) })
  expect(linesOf('functions.3.log')).toHaveLength(180)
})
