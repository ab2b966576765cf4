import { expect, onTestFinished, test } from 'vitest'
import { s3ModelFiles } from '../../../../../../functions/service/core/adapters/s3/s3-model-files.ts'
import { s3ObjectRemover } from '../../../../../../functions/service/core/adapters/s3/s3-object-remover.ts'
import { keepEnvironment } from '../../../../../setup/keep-environment.ts'

function withCredentials(): void {
  onTestFinished(keepEnvironment())
  Object.assign(process.env, {
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIAEXAMPLE',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_S3: 'https://s3.example.com',
  })
}

/** Model files below `models/` of a bucket that answers so, and what it was asked. */
async function listed(answer: Response) {
  withCredentials()
  const asked: URL[] = []
  const send = async (url: string | URL | Request) => {
    asked.push(new URL(String(url)))
    return answer
  }
  const list = s3ModelFiles('s3://own-models/models/', send)
  return { found: await list().catch((error: Error) => error.message), asked }
}

test('the files below the prefix are listed by their names, each with a URL for a quarter of an hour', async () => {
  const keys = ['models/', 'models/a.onnx', 'models/b &amp; c.json']
  const text = keys.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
  const { found, asked } = await listed(new Response(text))
  const urls = (found as { name: string; url: string }[]).map(({ name, url }) => {
    const { pathname, searchParams } = new URL(url)
    return [name, decodeURIComponent(pathname), searchParams.get('X-Amz-Expires')]
  })
  expect(urls).toEqual([
    ['a.onnx', expect.stringMatching(/\/models\/a\.onnx$/), '900'],
    ['b & c.json', expect.stringMatching(/\/models\/b & c\.json$/), '900'],
  ])
  const query = Object.fromEntries(asked[0]!.searchParams)
  expect(query).toMatchObject({
    'list-type': '2',
    prefix: 'models/',
    delimiter: '/',
    'X-Amz-Expires': '20',
  })
})

test('a bucket that cannot be listed is told by its address and status', async () => {
  const { found } = await listed(new Response('<Key>models/a</Key>', { status: 403 }))
  expect(found).toBe('s3://own-models/models/ could not be listed: HTTP status 403.')
})

test.each([
  [204, undefined],
  [503, 'An object could not be removed: HTTP 503.'],
])('an object is removed by a signed request, which is answered by %d', async (status, message) => {
  const asked: unknown[] = []
  const remover = s3ObjectRemover(
    { remove: async (key, seconds) => `https://s3.example.com/${key}?for=${seconds}` },
    async (url, init) => {
      asked.push([url, init?.method])
      return new Response(null, { status })
    },
  )
  const removed = remover.remove(['a', 'b']).then(
    () => undefined,
    (error: Error) => error.message,
  )
  expect(await removed).toBe(message)
  expect(asked).toEqual([
    ['https://s3.example.com/a?for=60', 'DELETE'],
    ['https://s3.example.com/b?for=60', 'DELETE'],
  ])
})
