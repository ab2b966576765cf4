import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  AccessDeniedException,
  BedrockRuntimeClient,
  InvokeModelCommand,
  ResourceNotFoundException,
  ValidationException,
} from '@aws-sdk/client-bedrock-runtime'
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { checkGenerator } from '../../../../functions/operate/doctor/check-generator.ts'
import type { Site } from '../../../../functions/operate/doctor/site.ts'

const bedrock = mockClient(BedrockRuntimeClient)
const secrets = mockClient(SecretsManagerClient)
afterEach(() => {
  bedrock.reset()
  secrets.reset()
})
afterAll(() => {
  bedrock.restore()
  secrets.restore()
})

function siteWith(settings: object | undefined, secret?: string): Site {
  const generator = settings && { settings: JSON.stringify(settings), secret }
  return { generator, secrets: new SecretsManagerClient({ region: 'us-east-1' }) } as never
}

const why = { $metadata: {}, message: '' }

test('nothing is said where there is no generator', async () => {
  expect(await checkGenerator(siteWith(undefined))).toEqual([])
})

test('each model of Bedrock is granted, not granted or gone', async () => {
  bedrock.on(InvokeModelCommand).rejects(new ValidationException(why))
  bedrock
    .on(InvokeModelCommand, { modelId: 'us.stability.stable-outpaint-v1:0' })
    .rejects(new AccessDeniedException(why))
    .on(InvokeModelCommand, { modelId: 'luma.ray-v2:0' })
    .rejects(new ResourceNotFoundException(why))
  const found = await checkGenerator(siteWith({ kind: 'bedrock', videoBucket: 'our-videos' }))
  const levels = Object.fromEntries(found.map(({ says, level }) => [says.split(' ')[0], level]))
  expect(levels).toEqual({
    'us.stability.stable-image-erase-object-v1:0': 'ok',
    'us.stability.stable-image-inpaint-v1:0': 'ok',
    'us.stability.stable-outpaint-v1:0': 'problem',
    'us.stability.stable-image-control-structure-v1:0': 'ok',
    'us.stability.stable-style-transfer-v1:0': 'ok',
    'luma.ray-v2:0': 'problem',
  })
  expect(found.filter(({ level }) => level !== 'ok').every(({ todo }) => todo)).toBe(true)
})

test('a server is asked with its key', async () => {
  const seen: (string | undefined)[] = []
  const server = createServer((request, response) => {
    seen.push(request.headers.authorization)
    response.statusCode = request.headers.authorization === 'Bearer right' ? 200 : 401
    response.end('{"data":[]}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const settings = { kind: 'openai', url, private: true }
  secrets.on(GetSecretValueCommand).resolves({ SecretString: '{"apiKey":"right"}' })
  expect(await checkGenerator(siteWith(settings, 'arn'))).toMatchObject([{ level: 'ok' }])
  expect(await checkGenerator(siteWith(settings))).toMatchObject([{ level: 'problem' }])
  expect(seen).toEqual(['Bearer right', undefined])
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
  expect(await checkGenerator(siteWith(settings))).toMatchObject([{ level: 'note' }])
})

const queue = (wire: string, model = 'own/model', more: object = {}) => {
  const table = { person: 'p', garment: 'g', image: '', dollars: 0.01 }
  return { kind: 'queue', wire, model, table, ...more }
}

test('a model behind a queue needs a key, but a container of one’s own', async () => {
  const asked: unknown[] = []
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    asked.push([url, headers])
    return new Response(null, { status: 200 })
  })
  const bound = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => {
    vi.unstubAllGlobals()
    bound.mockRestore()
  })
  const replicate = queue('replicate', `own/model@${'a'.repeat(64)}`)
  for (const settings of [queue('fal'), replicate]) {
    expect(await checkGenerator(siteWith(settings))).toMatchObject([
      { level: 'problem', says: `The generator ${settings.wire}:${settings.model} has no key.` },
    ])
  }
  expect(asked).toEqual([])
  const cog = queue('cog', 'http://own:5000', { private: true })
  expect(await checkGenerator(siteWith(cog))).toMatchObject([
    { level: 'ok', says: 'The generator at own:5000 answers.' },
  ])
  secrets.on(GetSecretValueCommand).resolves({ SecretString: '{"apiKey":"right"}' })
  expect(await checkGenerator(siteWith(queue('fal'), 'arn'))).toMatchObject([
    { level: 'ok', says: expect.stringContaining('says only at a call whether it is right') },
  ])
  expect(await checkGenerator(siteWith(replicate, 'arn'))).toMatchObject([{ level: 'ok' }])
  expect(asked).toEqual([
    ['http://own:5000/health-check', {}],
    ['https://api.replicate.com/v1/account', { authorization: 'Bearer right' }],
  ])
  expect(bound.mock.calls).toEqual([[10_000], [10_000]])
})

test('a model that could not be asked is named with why', async () => {
  const look = async () => (await checkGenerator(siteWith({ kind: 'bedrock' })))[0]
  bedrock
    .on(InvokeModelCommand)
    .rejects(Object.assign(new Error('Late.'), { name: 'TimeoutError' }))
  expect(await look()).toMatchObject({
    level: 'warning',
    says: expect.stringMatching(/ could not be asked: TimeoutError\.$/),
  })
  bedrock.on(InvokeModelCommand).rejects(Object.assign(new Error(''), { name: '' }))
  expect((await look())?.says).toMatch(/ could not be asked: no answer\.$/)
})
