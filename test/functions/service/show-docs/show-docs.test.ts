import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { log } from '../../../../functions/log.ts'
import { createCompressor } from '../../../../functions/service/core/http/content-encoding.ts'
import { RateLimited } from '../../../../functions/service/core/rate/rate-limited.ts'
import { type ShowDocsDeps, showDocs } from '../../../../functions/service/show-docs/show-docs.ts'
import { findViewer, openViewer } from '../../../../functions/service/show-docs/viewer-files.ts'

const deps: ShowDocsDeps = {
  viewer: openViewer(findViewer()),
  compress: createCompressor(),
  limit: async () => {},
}

async function ask(path: string, acceptEncoding?: string, more: Partial<ShowDocsDeps> = {}) {
  const asked = { path, ip: '192.0.2.1', acceptEncoding }
  const {
    statusCode,
    headers = {},
    body = '',
    isBase64Encoded,
  } = await showDocs(asked, 'request-1', { ...deps, ...more })
  return { statusCode, headers, bytes: Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8') }
}

async function page() {
  return (await ask('/docs')).bytes.toString()
}
async function script() {
  return /\/docs\/swagger-ui-bundle\.\w{12}\.js/.exec(await page())?.[0] ?? ''
}
const original = readFileSync(
  createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui-bundle.js'),
)

test('the start page links the interface and its description, and loads nothing', async () => {
  const { statusCode, headers, bytes } = await ask('/')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  const links = [...bytes.toString().matchAll(/(?:href|src)="([^"]+)"/g)].map(([, to]) => to)
  expect(links).toEqual(['/docs', '/openapi.json'])
})

test('without the viewer the page names its place in JSON', async () => {
  const { statusCode, bytes } = await ask('/docs', undefined, { viewer: openViewer(undefined) })
  expect(statusCode).toBe(200)
  expect(bytes.toString()).toContain('<a href="/openapi.json">')
})

describe('the page', () => {
  test('may load and call nothing but its own origin, and cannot be framed', async () => {
    const { headers } = await ask('/docs')
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-request-id': 'request-1',
    })
    const policy = String(headers['content-security-policy'])
    expect(policy).not.toMatch(/unsafe|\*|https?:/)
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy.split('; ')).toContain(rule)
    }
  })

  test('has no inline script or style, and refers only to files that exist', async () => {
    const text = await page()
    expect(text).not.toMatch(/<style|\sstyle=|\son\w+=|<script>|javascript:|https?:/i)
    const names = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name = '']) => name)
    expect(names.filter((name) => name.startsWith('/docs/'))).toHaveLength(4)
    for (const name of names.filter((each) => each !== '/openapi.json')) {
      expect(await ask(name), name).toMatchObject({
        statusCode: 200,
        headers: {
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': expect.stringMatching(
            /^(text\/(javascript|css); charset=utf-8|image\/png)$/,
          ),
          'x-content-type-options': 'nosniff',
        },
      })
    }
  })
})

describe('a file', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=0.5', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    [undefined, undefined, (bytes: Buffer) => bytes],
  ])('has an encoding that the browser accepts: %s', async (accepted, encoding, open) => {
    const { headers, bytes } = await ask(await script(), accepted)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers['vary']).toBe('accept-encoding')
    expect(original.equals(open(bytes))).toBe(true)
    // A Lambda response has at most 6 MB, with its bytes in base64.
    expect(Math.ceil(bytes.length / 3) * 4).toBeLessThan(6_000_000)
  })

  test('is compressed once', async () => {
    const pack = createCompressor()
    const [one, two] = await Promise.all([pack(original, 'gzip'), pack(original, 'gzip')])
    expect(two.bytes).toBe(one.bytes)
  })

  test.each([
    '/docs/',
    '/docs/x.js',
    '/docs/swagger-ui-bundle.js',
    '/docs/..%2fhandler.ts',
    '/docs/__proto__',
  ])('with an unknown name is not found: %s', async (path) => {
    const { statusCode, bytes } = await ask(path)
    expect(statusCode).toBe(404)
    expect(JSON.parse(bytes.toString())).toMatchObject({ status: 404, error_code: 'NotFound' })
  })
})

test('an address above the limit gets Retry-After', async () => {
  const subjects: string[] = []
  const limit: ShowDocsDeps['limit'] = async (asked) => {
    subjects.push(...asked.map(({ id }) => id))
    throw new RateLimited(7)
  }
  expect(await ask('/docs', undefined, { limit })).toMatchObject({
    statusCode: 429,
    headers: { 'retry-after': '7' },
  })
  expect(subjects).toEqual(['open#192.0.2.1'])
})

test('a defect reveals nothing', async () => {
  vi.spyOn(log, 'error').mockReturnValue()
  const compress = () => Promise.reject(new Error('secret'))
  const { statusCode, bytes } = await ask('/docs', undefined, { compress })
  expect(statusCode).toBe(500)
  expect(bytes.toString()).not.toContain('secret')
})
