import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { bust } from '../../samples/bust.ts'
import { run } from '../first-hour/run-command.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'demo-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a demo whose result is no picture leaves it as it is', async () => {
  const [photo, out] = [join(folder, 'portrait.png'), join(folder, 'out')]
  writeFileSync(photo, (await bust('amara', { face: 0.3 })).png)
  const args = ['bin/darkroom.ts', 'demo', photo, '--recipe', 'skin-type', '--out', out]
  const printed = await run(process.execPath, args, PROJECT_ROOT)
  expect(printed).toContain(`Wrote after.json and receipt.json to ${out}`)
  expect(readdirSync(out)).toEqual(['after.json', 'receipt.json'])
})
