import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  type ConsoleFiles,
  readConsoleFiles,
} from '../../../functions/console/pages/console-files.ts'
import { serveFile } from '../../../functions/console/pages/serve-file.ts'
import { serveConsole } from '../../../functions/console/serve-console/serve-console.ts'

const file = (text: string, packed?: string) => ({
  bytes: Buffer.from(text),
  type: `text/${text}`,
  ...(packed && { brotli: Buffer.from(packed) }),
})

const FILES: ConsoleFiles = {
  page: file('page', 'p'),
  camera: file('camera'),
  assets: new Map([['a-1.js', file('asset', 'a')]]),
}

const deps = { files: () => FILES, bucketOrigins: ['https://one', 'https://two'] }

function served(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return serveFile({ path, method, headers } as never, 'r1', deps)
}

/** Status, body and some headers of what is served. */
function told(...given: Parameters<typeof served>) {
  const { statusCode, body = '', headers, isBase64Encoded } = served(...given)
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body
  return [statusCode, text, headers?.['content-encoding'], headers?.['cache-control']]
}

const NOTHING = '{"error":"There is nothing at this path.","error_code":"NotFound"}'
const KEPT = 'public, max-age=31536000, immutable'

test('the page answers every path of its own, the camera its one, and assets their names', () => {
  expect(told('/console/')).toEqual([200, 'page', undefined, 'no-store'])
  expect(told('/console/jobs/1')).toEqual([200, 'page', undefined, 'no-store'])
  expect(told('/console/camera', {}, 'HEAD')).toEqual([200, 'camera', undefined, 'no-store'])
  expect(told('/console/assets/a-1.js')).toEqual([200, 'asset', undefined, KEPT])
  for (const path of ['/console/assets/a-2.js', '/consoles', '/x', '/x/console/']) {
    expect(told(path)).toEqual([404, NOTHING, undefined, undefined])
  }
  for (const method of ['POST', 'PUT']) expect(told('/console/', {}, method)[0]).toBe(404)
})

test('a smaller form is sent to those who take it', () => {
  expect(told('/console/', { 'accept-encoding': 'gzip, br' })).toEqual([200, 'p', 'br', 'no-store'])
  expect(told('/console/assets/a-1.js', { 'accept-encoding': 'br' })).toEqual([
    200,
    'a',
    'br',
    KEPT,
  ])
  expect(told('/console/', { 'accept-encoding': 'brx' })[1]).toBe('page')
  expect(told('/console/camera', { 'accept-encoding': 'br' })).toEqual([
    200,
    'camera',
    undefined,
    'no-store',
  ])
})

test('whoever comes from elsewhere begins at the start', () => {
  const at = (path: string, site?: string) => {
    const { statusCode, headers } = served(
      path,
      site === undefined ? {} : { 'sec-fetch-site': site },
    )
    return [statusCode, headers?.['location']]
  }
  expect([at('/'), at('/console')]).toEqual([
    [308, '/console/'],
    [308, '/console/'],
  ])
  for (const site of ['cross-site', 'same-site']) {
    expect(at('/console/jobs', site)).toEqual([303, '/console/'])
    expect(at('/console/', site)).toEqual([200, undefined])
  }
  for (const site of ['none', 'same-origin', undefined]) {
    expect(at('/console/jobs', site)).toEqual([200, undefined])
  }
})

test('the camera is for its own document alone', () => {
  const permitted = (path: string) => served(path).headers?.['permissions-policy']
  const none = 'camera=(), microphone=(), geolocation=()'
  expect(permitted('/console/camera')).toBe('camera=(self), microphone=(), geolocation=()')
  expect([permitted('/console/'), permitted('/console/assets/a-1.js')]).toEqual([none, none])
})

test('documents load from here and the two buckets', () => {
  const { headers } = served('/console/')
  expect(headers).toMatchObject({
    'content-type': 'text/page',
    'x-request-id': 'r1',
    'x-content-type-options': 'nosniff',
    vary: 'accept-encoding',
  })
  const policy = String(headers?.['content-security-policy']).split('; ')
  expect(policy).toEqual([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' https://one https://two blob:",
    "media-src 'self' https://one https://two blob:",
    "connect-src 'self' https://one https://two",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ])
})

test('what is no path of the API is a file', async () => {
  const request = { path: '/console/api', method: 'GET', headers: {} } as never
  expect(await serveConsole(request, 'r1', deps as never)).toMatchObject({ statusCode: 200 })
})

test('the built files are read with the smaller of their two forms', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-files-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const put = (name: string, text: string) => writeFileSync(join(folder, name), text)
  put('index.html', 'page')
  put('index.html.br', 'pag')
  put('a.js', 'abc')
  put('a.js.br', 'abc')
  put('b.css', 'b')
  put('c.map', 'c')
  expect(() => readConsoleFiles(folder)).toThrow('has no camera.html')
  put('camera.html', 'camera')
  const { page, camera, assets } = readConsoleFiles(folder)
  const html = 'text/html; charset=utf-8'
  expect(page).toEqual({ bytes: Buffer.from('page'), brotli: Buffer.from('pag'), type: html })
  expect(camera).toEqual({ bytes: Buffer.from('camera'), type: html })
  expect([...assets]).toEqual([
    ['a.js', { bytes: Buffer.from('abc'), type: 'text/javascript; charset=utf-8' }],
    ['b.css', { bytes: Buffer.from('b'), type: 'text/css; charset=utf-8' }],
  ])
})
