import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { s3UrlSigner } from '../../../../../../functions/service/core/adapters/s3/s3-url-signer.ts'

beforeEach(() => {
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  vi.stubEnv('AWS_ENDPOINT_URL', undefined)
  vi.stubEnv('AWS_ENDPOINT_URL_S3', undefined)
})
afterEach(() => void vi.unstubAllEnvs())

// AWS SDKs and Tools Reference Guide, "Service-specific endpoints": that of the service comes first.
test.each([
  [{}, 'https://files.s3.eu-central-1.amazonaws.com/a.jpg?'],
  [{ AWS_ENDPOINT_URL: 'http://127.0.0.1:1' }, 'http://127.0.0.1:1/files/a.jpg?'],
  [
    { AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:2' },
    'http://127.0.0.1:2/files/a.jpg?',
  ],
])('with %j URLs lead where the SDK goes', async (environment, address) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  expect(await s3UrlSigner('files').download('a.jpg', 60)).toContain(address)
})
