import { request } from 'node:http'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { LocalStacks } from '../../../local/stacks/local-stacks.ts'
import { startStacks } from '../../../local/stacks/start-stacks.ts'
import { dataFolder, smallAssembly } from './rig.ts'
import { SMALL_ROOT } from './small/small-stack.ts'

describe('an HTTP API', () => {
  let stacks: LocalStacks
  let url = ''

  beforeAll(async () => {
    const { mkdtempSync, rmSync } = await import('node:fs')
    const { tmpdir } = await import('node:os')
    const dataDir = mkdtempSync(`${tmpdir()}/darkroom-api-`)
    stacks = await startStacks({ assembly: smallAssembly(), root: SMALL_ROOT, dataDir })
    url = stacks.apis['Small/ApiF70053CD'] ?? ''
    return async () => {
      await stacks.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })

  const echo = async (path: string, init: RequestInit = {}): Promise<APIGatewayProxyEventV2> =>
    (await fetch(`${url}${path}`, init)).json() as Promise<APIGatewayProxyEventV2>

  test('passes a request to the function in payload format 2.0', async () => {
    const event = await echo('/a/b%20c?x=1&x=2&y=%C3%A9', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Cookie: 'one=1; two=2', 'X-Mixed': 'Case' },
      body: '{"ä":1}',
    })
    expect(event).toMatchObject({
      version: '2.0',
      routeKey: 'ANY /{proxy+}',
      rawPath: '/a/b%20c',
      rawQueryString: 'x=1&x=2&y=%C3%A9',
      queryStringParameters: { x: '1,2', y: 'é' },
      pathParameters: { proxy: 'a/b c' },
      cookies: ['one=1', 'two=2'],
      headers: { 'content-type': 'application/json', 'x-mixed': 'Case' },
      body: '{"ä":1}',
      isBase64Encoded: false,
      requestContext: {
        http: { method: 'POST', path: '/a/b%20c', protocol: 'HTTP/1.1', sourceIp: '127.0.0.1' },
        stage: '$default',
      },
    })
    expect(event.headers).not.toHaveProperty('cookie')
    expect(Math.abs(event.requestContext.timeEpoch - Date.now())).toBeLessThan(60_000)
  })

  test.each([
    ['image/png', true],
    ['application/x-www-form-urlencoded', true],
    ['application/problem+json', false],
    ['text/csv; charset=utf-8', false],
  ])('%s travels as base64: %s', async (type, encoded) => {
    const event = await echo('/body', {
      method: 'PUT',
      headers: { 'content-type': type },
      body: 'a=1',
    })
    expect(event.isBase64Encoded).toBe(encoded)
    expect(Buffer.from(event.body ?? '', encoded ? 'base64' : 'utf8').toString()).toBe('a=1')
  })

  test('has no body, query or cookies in an event that has none', async () => {
    const event = await echo('/empty')
    for (const part of ['body', 'queryStringParameters', 'cookies'])
      expect(event).not.toHaveProperty(part)
  })

  test.each([
    ['/plain', 200, 'just text', 'application/json'],
    ['/object', 200, '{"said":"an object"}', 'application/json'],
    ['/throw', 500, '{"message":"Internal Server Error"}', 'application/json'],
    ['/broken', 500, '{"message":"Internal Server Error"}', 'application/json'],
  ])('answers %s with %i', async (path, status, body, type) => {
    const response = await fetch(`${url}${path}`)
    expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([
      status,
      body,
      type,
    ])
  })

  test('passes cookies, headers and binary bodies on', async () => {
    const cookies = await fetch(`${url}/cookies`)
    expect([cookies.status, cookies.headers.get('x-one')]).toEqual([201, '1'])
    expect(cookies.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
    const binary = await fetch(`${url}/binary`)
    expect([...new Uint8Array(await binary.arrayBuffer())]).toEqual([0, 255, 1])
  })

  test('refuses a body of more than 10 MB, and a path without a route', async () => {
    const large = await fetch(`${url}/large`, {
      method: 'POST',
      body: Buffer.alloc(10 * 1024 * 1024 + 1),
    })
    expect([large.status, await large.json()]).toEqual([
      413,
      { message: 'Request Entity Too Large' },
    ])
    const root = await fetch(`${url}/`)
    expect([root.status, await root.json()]).toEqual([404, { message: 'Not Found' }])
  })

  test('survives a client that leaves in the middle of its body', async () => {
    const left = Promise.withResolvers<void>()
    const sending = request(`${url}/gone`, { method: 'POST', headers: { 'content-length': 100 } })
    sending.on('error', () => left.resolve())
    sending.write('part', () => sending.destroy())
    await left.promise
    expect((await fetch(`${url}/plain`)).status).toBe(200)
  })

  test('reads the secret that was generated for the stack', async () => {
    const secret = (await (await fetch(`${url}/secret`)).json()) as Record<string, string>
    expect(secret).toEqual({ user: 'me', apiKey: expect.stringMatching(/^.{32}$/) })
  })
})

test('a function that exceeds the timeout of its integration is a 503', async () => {
  const folder = dataFolder()
  const assembly = structuredClone(smallAssembly())
  for (const { template } of assembly.stacks) {
    for (const resource of Object.values(template.Resources ?? {})) {
      if (resource.Type !== 'AWS::ApiGatewayV2::Integration') continue
      Object.assign(resource.Properties ?? {}, { TimeoutInMillis: 60 })
    }
  }
  const intercept = () => new Promise<never>(() => undefined)
  const slow = await startStacks({ assembly, root: SMALL_ROOT, dataDir: folder, intercept })
  onTestFinished(() => slow.close())
  const response = await fetch(`${slow.apis['Small/ApiF70053CD']}/late`)
  expect([response.status, await response.json()]).toEqual([
    503,
    { message: 'Service Unavailable' },
  ])
})
