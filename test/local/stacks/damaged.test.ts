import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startDynamoDb } from '../../../local/dynamodb/start-dynamodb.ts'
import { openIndex } from '../../../local/s3/store/open-index.ts'
import { openMessageTable } from '../../../local/sqs/queue-database.ts'
import { DamagedError } from '../../../local/state/damaged.ts'
import { loadState } from '../../../local/state/saved-state.ts'
import { openDatabase } from '../../../local/step-functions/store/open-database.ts'
import { TABLES_ACCOUNT } from '../../setup/account.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'darkroom-damaged-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

const RUBBISH = Buffer.alloc(5_000, 'rubbish')

test.each([
  ['index.sqlite', (at: string) => openIndex(join(at, 'index.sqlite'))],
  ['sqs.db', openMessageTable],
  ['step-functions.sqlite', openDatabase],
  ['state.json', loadState],
])('the error of a damaged %s names it and says what to do', (file, open) => {
  const at = folder()
  writeFileSync(join(at, file), RUBBISH)
  expect(() => open(at)).toThrow(DamagedError)
  expect(() => open(at)).toThrow(`${join(at, file)} is damaged`)
})

test('the error of damaged tables names them, and the process survives', async () => {
  const dataDir = folder()
  await (await startDynamoDb({ dataDir, port: 0, ...TABLES_ACCOUNT })).close()
  for (const name of readdirSync(dataDir).filter((name) => /^(CURRENT|MANIFEST)/.test(name))) {
    writeFileSync(join(dataDir, name), RUBBISH)
  }
  await expect(startDynamoDb({ dataDir, port: 0, ...TABLES_ACCOUNT })).rejects.toThrow(
    `${dataDir} is damaged`,
  )
})
