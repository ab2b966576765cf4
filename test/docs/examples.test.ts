import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import { type LocalRun, startLocal } from '../../local/run/start-local.ts'
import { bytesOf } from '../functions/service/bytes-of.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { localTemplates } from '../stack/local-templates.ts'
import { noopEngine, noopWorker } from '../stack/noop-worker.ts'
import { twoPeoplePicture } from '../stack/test-pictures.ts'
import { warmWorker } from '../stack/warm-worker.ts'

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'api.md')

/** An engine that finds two people, and returns the picture as what it was asked for. */
const unchanged = noopWorker(() => ({
  perform: async (task, ...more) => {
    if (task.stage === 'pre-process') {
      const { results } = await noopEngine(2)(task, ...more)
      return { results: { timed: 1, ...results } }
    }
    const bytes = bytesOf(task.files.src)
    const output = { bytes, contentType: 'image/jpeg', extension: 'jpg' }
    return { results: { timed: 1, timed_apply: 1, slim: true }, output }
  },
}))

let folder: string
let run: LocalRun

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'darkroom-docs-'))
  const dataDir = join(folder, '.darkroom')
  run = await startLocal({
    assembly: await localTemplates(),
    dataDir,
    port: 0,
    connect: connectLocal,
    intercept: isEveryCaseTried() ? warmWorker() : unchanged,
  })
  const { png } = await twoPeoplePicture()
  writeFileSync(join(folder, 'photo.jpg'), await sharp(png).jpeg().toBuffer())
})
afterAll(async () => {
  await run?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a script in the folder a reader would be in, and gives what it printed. */
function shell(script: string): Promise<{ code: number | null; printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, printed: Buffer.concat(chunks).toString() }))
  })
}

test('the examples of api.md lead from a picture to a result, one after the other', async () => {
  const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)]
  const { code, printed } = await shell(blocks.map(([, text]) => text).join('\n'))
  expect({ code, printed }).toMatchObject({ code: 0 })
  expect(printed).toMatch(/"task_status": "success",\s+"error": null,\s+"results": \{\s+"timed"/)
  expect(printed).toContain('"slim": true')
  for (const answer of [
    /"results":\[\{"id":/,
    /"skus":\[\{/,
    /"templates":\[\{"id":"bridal_blossom"/,
  ]) {
    expect(printed).toMatch(answer)
  }
  expect(printed).not.toContain('error_code')
  const result = await sharp(readFileSync(join(folder, 'result.jpg'))).metadata()
  expect(result).toMatchObject({ format: 'jpeg', width: 480, height: 360 })
})
