import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ADDRESS_FIELDS } from '../../local/run/addresses.ts'

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'local.md')

test('local.md names every field of local.json, and no other', () => {
  const [, table = ''] = readFileSync(PAGE, 'utf8').split('| Field | What it is |')
  const [rows = ''] = table.split('\n\n')
  const named = rows
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w.]+)`/g)])
    .map(([, field]) => field)
  expect(named.sort()).toEqual([...ADDRESS_FIELDS].sort())
})
