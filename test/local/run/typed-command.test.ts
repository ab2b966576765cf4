import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'
import { typedCommand } from '../../../local/run/typed-command.ts'

test('npx is named only where npm called the command and finds it again', () => {
  const app = mkdtempSync(join(tmpdir(), 'darkroom-app-'))
  onTestFinished(() => rmSync(app, { recursive: true, force: true }))
  const calledIn = (project: string) =>
    typedCommand({ npm_command: 'exec', npm_config_local_prefix: project })
  expect(typedCommand({})).toBe('darkroom')
  expect(calledIn(PROJECT_ROOT)).toBe('npx darkroom')
  expect(calledIn(app)).toBe('darkroom')
  mkdirSync(join(app, 'node_modules', '.bin'), { recursive: true })
  writeFileSync(join(app, 'node_modules', '.bin', 'darkroom'), '')
  expect(calledIn(app)).toBe('npx darkroom')
})
