import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withFolder } from '../../../../../functions/service/core/tasks/with-folder.ts'

test('a folder leaves with the work, also with work that fails', async () => {
  const seen: string[] = []
  const work = async (folder: string) => {
    seen.push(folder)
    writeFileSync(join(folder, 'a'), 'a')
    if (seen.length > 1) throw new Error('Broken.')
    return 'done'
  }
  expect(await withFolder(work)).toBe('done')
  await expect(withFolder(work)).rejects.toThrow('Broken.')
  expect(new Set(seen).size).toBe(2)
  expect(seen.filter((folder) => existsSync(folder))).toEqual([])
})
