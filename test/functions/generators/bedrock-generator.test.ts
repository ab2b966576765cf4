import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import {
  BEDROCK_MODELS,
  checkGeneratorSettings,
} from '../../../catalog/generator/generator-settings.ts'
import { bedrockGenerator } from '../../../functions/generators/bedrock/bedrock-generator.ts'
import { bedrockDialect } from './bedrock-dialect.ts'
import { json } from './generator-server.ts'
import { testContract } from './test-contract.ts'

const awsError = (status: number, name: string, message = '') =>
  json(status, { message }, { 'x-amzn-errortype': name })

testContract('bedrock', {
  dialect: bedrockDialect,
  settings: checkGeneratorSettings({ kind: 'bedrock' }),
  generatorAt: (endpoint) =>
    bedrockGenerator({
      client: new BedrockRuntimeClient({
        endpoint,
        region: 'us-west-2',
        maxAttempts: 1,
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
        requestHandler: new NodeHttpHandler(),
      }),
      models: BEDROCK_MODELS,
      firstWaitMs: 1,
    }),
  busy: awsError(429, 'ThrottlingException'),
  refusals: {
    'with a finish reason under 200': json(200, {
      seeds: [1],
      finish_reasons: ['Filter reason: prompt'],
      images: [],
    }),
    'of its own picture under 200': json(200, {
      seeds: [1],
      finish_reasons: ['Filter reason: output image'],
      images: ['aGk='],
    }),
    'as an invalid request': awsError(
      400,
      'ValidationException',
      'This request has been blocked by our content filters.',
    ),
  },
  invalid: awsError(400, 'ValidationException', 'image: ratio must be below 2.5'),
  forbidden: awsError(403, 'AccessDeniedException', 'You don’t have access to the model.'),
  failed: json(200, { seeds: [1], finish_reasons: ['Inference error'], images: [] }),
  oversized: (bytes) => json(200, { finish_reasons: [null], images: ['A'.repeat(bytes)] }),
})
