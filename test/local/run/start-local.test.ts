import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FolderInUseError, lockFolder } from '../../../local/lock/lock-folder.ts'
import { startLocal } from '../../../local/run/start-local.ts'

test('a second start on a folder leaves the console of the first as it is', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-start-'))
  const lock = lockFolder(dataDir)
  onTestFinished(() => {
    lock.release()
    rmSync(dataDir, { recursive: true, force: true })
  })
  mkdirSync(join(dataDir, 'console'))
  writeFileSync(join(dataDir, 'console', 'index.html'), 'the first')
  const connect = () => expect.unreachable('Nothing is connected.')
  const assembly = { stacks: [] }
  await expect(startLocal({ dataDir, console: true, assembly, connect })).rejects.toThrow(
    FolderInUseError,
  )
  expect(readdirSync(join(dataDir, 'console'))).toEqual(['index.html'])
})
