import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FolderInUseError, lockFolder } from '../../../local/lock/lock-folder.ts'

test('one process locks a folder and is named to others, until it releases it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const lock = lockFolder(folder)
  expect(() => lockFolder(folder)).toThrow(FolderInUseError)
  expect(() => lockFolder(folder)).toThrow(`process ${process.pid}`)
  lock.release()
  lock.release()
  const next = lockFolder(folder)
  next.release()
})
