import { expect, onTestFinished, test } from 'vitest'
import { checkGeneratorSettings } from '../../../catalog/generator/generator-settings.ts'
import { guardedFetch } from '../../../functions/fetch/guarded-fetch.ts'
import { openAiGenerator } from '../../../functions/generators/openai/openai-generator.ts'
import { bind } from './bind.ts'
import { picture, replace } from './drawn-hole.ts'
import { json, startGeneratorServer } from './generator-server.ts'
import { openAiDialect } from './openai-dialect.ts'
import { testContract } from './test-contract.ts'

const settings = checkGeneratorSettings({
  kind: 'openai',
  url: 'https://images.example/v1',
  model: 'own-1',
  dollarsPerPicture: 0.02,
})

function generatorAt(origin: string) {
  return openAiGenerator({
    settings: { ...settings, kind: 'openai', url: `${origin}/v1`, private: true } as never,
    key: async () => 'sk-secret-key',
    fetch: guardedFetch,
    firstWaitMs: 1,
  })
}

testContract('openai', {
  dialect: openAiDialect,
  settings,
  generatorAt,
  busy: json(429, { error: { code: 'rate_limit_exceeded', message: 'Slow down.' } }),
  refusals: {
    'by moderation': json(400, { error: { code: 'moderation_blocked', message: 'No.' } }),
    'with a finish reason under 200': json(200, {
      data: [{ b64_json: null, finish_reason: 'content_filter' }],
    }),
  },
  invalid: json(400, { error: { code: 'invalid_value', message: 'size is not supported' } }),
  forbidden: json(401, { error: { message: 'Incorrect API key provided: sk-secret-key.' } }),
  spent: json(429, { error: { code: 'insufficient_quota', message: 'Check your plan.' } }),
  failed: json(500, { error: { message: 'CUDA out of memory' } }),
  oversized: (bytes) => json(200, { data: [{ b64_json: 'A'.repeat(bytes) }] }),
})

test.each([
  ['names', { model: 'own-2', system_fingerprint: 'fp-1' }, ['own-2', 'fp-1']],
  ['long names', { model: 'm'.repeat(201), system_fingerprint: 'v'.repeat(201) }, [200, 200]],
  ['none', { model: '', system_fingerprint: '' }, ['own-1', undefined]],
  ['what is no text', { model: 2, system_fingerprint: {} }, ['own-1', undefined]],
])('tells the model and version an answer says: %s', async (_, names, told) => {
  const answer = (png: Buffer) => ({ ...(openAiDialect.answer(png) as object), ...names })
  const server = await startGeneratorServer({ ...openAiDialect, answer })
  onTestFinished(() => server.close())
  const { bound, generated } = bind(generatorAt(server.origin))
  await bound.fill({ picture, replace, prompt: 'a red box' })
  const { model, version } = generated[0]!
  const lengths = typeof told[0] === 'number'
  expect(lengths ? [model?.length, version?.length] : [model, version]).toEqual(told)
})

test('limits are those of servers of one’s own, or the sizes of OpenAI’s own models', () => {
  const own = {
    maxPixels: 1_572_864,
    minSide: 256,
    maxRatio: 2.5,
    multipleOf: 16,
    maxPrompt: 1000,
  }
  const limitsOf = (model?: string) => {
    const made = openAiGenerator({
      settings: { ...settings, model } as never,
      key: async () => undefined,
      fetch: guardedFetch,
    })
    expect(made.fill!.price({} as never)).toBe(0.02)
    expect([made.fill!.idempotent, made.restyle!.idempotent]).toEqual([false, false])
    return made.limits
  }
  const sizes = [
    { width: 1024, height: 1024 },
    { width: 1536, height: 1024 },
    { width: 1024, height: 1536 },
  ]
  const gpt = { ...own, maxPrompt: 32_000, sizes }
  expect([limitsOf(), limitsOf('own-1'), limitsOf('my-gpt-image')]).toEqual([own, own, own])
  expect([limitsOf('gpt-image-1'), limitsOf('openai/gpt-image-1')]).toEqual([gpt, gpt])
})

test.each([
  ['own-1', { response_format: 'b64_json', seed: '5', negative_prompt: 'people' }],
  ['gpt-image-1', {}],
])('says to %s what a picture must not show, as far as it knows that', async (model, own) => {
  const sent: Record<string, unknown>[] = []
  const fetch = async (_: string, { headers, body }: { headers?: object; body?: unknown }) => {
    const form = await new Response(body as never, { headers: { ...headers } }).formData()
    sent.push(Object.fromEntries(form))
    return { status: 400, headers: {}, bytes: Buffer.from('{}') } as never
  }
  const made = openAiGenerator({
    settings: { ...settings, model } as never,
    key: async () => undefined,
    fetch,
  })
  const small = { width: 2, height: 1, data: new Uint8ClampedArray(8) }
  const context = { signal: new AbortController().signal, token: 't', keepTicket: async () => {} }
  for (const unwanted of ['people', undefined]) {
    const call = { picture: small, prompt: 'an etching', unwanted, seed: 5 }
    await expect(made.restyle!.run(call as never, context)).rejects.toThrow('does not take')
  }
  const fields = { prompt: 'an etching', model, n: '1', size: '2x1', image: expect.any(File) }
  expect(sent[0]).toEqual({ ...fields, ...own })
  expect(sent[1]).not.toHaveProperty('negative_prompt')
})
