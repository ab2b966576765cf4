import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isSigned } from '../../../examples/client/client.ts'
import { PROJECT_ROOT } from '../../../lib/project-root.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { onePersonPicture } from '../../stack/test-pictures.ts'
import { sharedService } from '../shared-service.ts'
import type { Service } from '../start-service.ts'

const run = promisify(execFile)
const FOLDER = join(PROJECT_ROOT, 'examples', 'client')

let service: Service
let folder: string
let photo: string
/** Whether this machine has the other language. */
let python: boolean

beforeAll(async () => {
  service = await sharedService('at work')
  folder = mkdtempSync(join(tmpdir(), 'example-clients-'))
  photo = join(folder, 'photo.jpg')
  writeFileSync(
    photo,
    await sharp((await onePersonPicture()).png)
      .jpeg()
      .toBuffer(),
  )
  const version = ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']
  python = await run('python3', version).then(
    () => true,
    () => false,
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

describe.each([
  ['client.ts', process.execPath],
  ['client.py', 'python3'],
])('%s', (name, program) => {
  test('uploads a photo, has it changed once, and writes the result', async ({ skip }) => {
    if (name === 'client.py' && !python) return skip('no Python on this machine')
    // `npm test` has it refused, and read a signature.
    if (name === 'client.py' && !isEveryCaseTried()) return skip('a sample of it is enough')
    const { key, ask } = await service.account(2)
    const env = { ...process.env, BASE_URL: service.baseUrl, API_KEY: key }
    const to = join(folder, `${name}.jpg`)
    await run(program, [join(FOLDER, name), photo, to], { env })
    const [before, after] = await Promise.all([photo, to].map((path) => sharp(path).metadata()))
    expect(after).toMatchObject({ format: 'jpeg', width: before?.width, height: before?.height })
    expect(readFileSync(to).equals(readFileSync(photo))).toBe(false)
    const { body } = await ask('GET', '/s2s/v1.0/client/credit')
    expect(body.results).toMatchObject([{ amount: 1 }])
  })

  test('says what the service refuses, with its code and request', async ({ skip }) => {
    if (name === 'client.py' && !python) return skip('no Python on this machine')
    const { key } = await service.account(0)
    const env = { ...process.env, BASE_URL: service.baseUrl, API_KEY: key }
    const asked = run(program, [join(FOLDER, name), photo, join(folder, 'none.jpg')], { env })
    await expect(asked).rejects.toThrow(/CreditInsufficiency: .+ \([\w-]+\)/)
  })

  test('has at most 60 lines', () => {
    const lines = readFileSync(join(FOLDER, name), 'utf8').trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(60)
  })
})

describe('the signature of a webhook', () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const body = '{"created_at":1,"data":{"task_id":"t","task_status":"success"}}'
  const signed = (at = new Date(), by = secret) => ({
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': `v1,AAAA ${new Webhook(by).sign('msg_1', at, body)}`,
  })
  const cases = [
    ['one of ours', signed(), body, true],
    ['another body', signed(), body.replace('success', 'error'), false],
    [
      'another secret',
      signed(new Date(), `whsec_${randomBytes(32).toString('base64')}`),
      body,
      false,
    ],
    ['six minutes old', signed(new Date(Date.now() - 360_000)), body, false],
  ] as const

  test.each(cases)('client.ts: %s', (_, headers, text, holds) => {
    expect(isSigned(headers, text, secret)).toBe(holds)
  })

  test('client.py: the same', async ({ skip }) => {
    if (!python) return skip('no Python on this machine')
    const code = [
      'import json, sys; sys.path.insert(0, sys.argv[1]); from client import is_signed',
      'asked = json.loads(sys.argv[2])',
      'print(json.dumps([is_signed(headers, text, sys.argv[3]) for headers, text in asked]))',
    ].join('\n')
    const asked = JSON.stringify(cases.map(([, headers, text]) => [headers, text]))
    const { stdout } = await run('python3', ['-B', '-c', code, FOLDER, asked, secret])
    expect(JSON.parse(stdout)).toEqual(cases.map(([, , , holds]) => holds))
  })
})
