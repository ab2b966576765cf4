import { checkGeneratorSettings } from '../../../catalog/generator/generator-settings.ts'
import { guardedFetch } from '../../../functions/fetch/guarded-fetch.ts'
import { openAiGenerator } from '../../../functions/generators/openai/openai-generator.ts'
import { json } from './generator-server.ts'
import { openAiDialect } from './openai-dialect.ts'
import { testContract } from './test-contract.ts'

const settings = checkGeneratorSettings({
  kind: 'openai',
  url: 'https://images.example/v1',
  model: 'own-1',
  dollarsPerPicture: 0.02,
})

testContract('openai', {
  dialect: openAiDialect,
  settings,
  generatorAt: (origin) =>
    openAiGenerator({
      settings: {
        ...settings,
        kind: 'openai',
        url: `${origin}/v1`,
        private: true,
      } as never,
      key: async () => 'sk-secret-key',
      fetch: guardedFetch,
      firstWaitMs: 1,
    }),
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
