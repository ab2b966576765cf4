import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openapiDocument } from '../../functions/service/api/routes/openapi-document.ts'
import { ROUTES } from '../../functions/service/api/routes/routes.ts'
import { run, runFreely } from './run-command.ts'

/** What a client of the service is made with, of releases that fit each other. */
const TOOLS = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3']

const STRICT = [
  '--strict',
  '--exactOptionalPropertyTypes',
  '--noUncheckedIndexedAccess',
  '--noImplicitOverride',
  '--noPropertyAccessFromIndexSignature',
  '--skipLibCheck',
  'false',
]
const TARGET = ['--target', 'es2022', '--module', 'nodenext', '--lib', 'es2022,dom', '--noEmit']

const CLIENT = `
import createClient from 'openapi-fetch'
import type { operations, paths } from './service'

const client = createClient<paths>({ baseUrl: 'https://service.example', headers: { authorization: 'Bearer key' } })

export async function slim(url: string): Promise<string> {
  const { data, error } = await client.POST('/s2s/v2.0/task/body-reshape', {
    body: { version: '1.0', src_file_url: url, features: { slim: -60 } },
  })
  if (error) throw new Error(JSON.stringify(error))
  return data.data.task_id
}

export async function read(task_id: string) {
  const { data } = await client.GET('/s2s/v2.0/task/body-reshape/{task_id}', { params: { path: { task_id } } })
  return data?.data
}

export type Creation = operations['createBodyReshape']['requestBody']['content']['application/json']
`

/** The client, and two requests that the service would refuse. */
const REFUSED = `${CLIENT}
export const word: Creation = { version: '1.0', src_file_url: 'https://a.example/b.jpg', features: { slim: 'much' } }
export const path = client.GET('/s2s/v2.0/task/body-shape/{task_id}', { params: { path: { task_id: '' } } })
`

let folder: string
/** What the compiler says of both files, a line each. */
let errors: string[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first-hour-client-'))
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', ...TOOLS], folder)
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openapiDocument(ROUTES)))
  await run('npx', ['openapi-typescript', 'openapi.json', '--output', 'service.ts'], folder)
  writeFileSync(join(folder, 'client.ts'), CLIENT)
  writeFileSync(join(folder, 'refused.ts'), REFUSED)
  // Both at once: a compiler reads the declarations of the libraries for as long as everything else takes.
  const files = ['client.ts', 'refused.ts']
  const { stdout } = await runFreely('npx', ['tsc', ...STRICT, ...TARGET, ...files], folder)
  errors = stdout.split('\n').filter((line) => /^\S.*error TS/.test(line))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a strict compiler takes a client that was generated from the OpenAPI document', () => {
  expect(errors.filter((line) => !line.startsWith('refused.ts'))).toEqual([])
})

test('and refuses what the service would', () => {
  const refused = errors.filter((line) => line.startsWith('refused.ts'))
  expect(refused.map((line) => line.replace(/\(.*?\): error (TS\d+).*/, ' $1'))).toEqual([
    'refused.ts TS2322',
    'refused.ts TS2345',
  ])
})
