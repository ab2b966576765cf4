import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FetchReason } from '../../../functions/fetch/fetch-refused.ts'
import {
  type GuardedFetchOptions,
  guardedFetch,
  guardedFetchStream,
} from '../../../functions/fetch/guarded-fetch.ts'

let server: Server
let origin: string
let answer: RequestListener
let seen: {
  method?: string | undefined
  url?: string | undefined
  secret?: unknown
  body: string
}[]

beforeEach(async () => {
  seen = []
  answer = (_, response) => void response.end('hello')
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push({
      method: request.method,
      url: request.url,
      secret: request.headers['x-secret'],
      body,
    })
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

function get(url: string, options: Partial<GuardedFetchOptions> = {}) {
  return guardedFetch(url, {
    maxBytes: 1000,
    timeoutMs: 5000,
    allowLoopbackOrigin: origin,
    ...options,
  })
}

async function refusal(fetching: Promise<unknown>): Promise<FetchReason> {
  const error = await fetching.then(
    () => ({ reason: 'nothing was refused' }),
    (error: unknown) => error,
  )
  return (error as { reason: FetchReason }).reason
}

describe('URLs that may be fetched', () => {
  test.each([
    ['http://example.com/', 'url'],
    ['https://example.com:8443/', 'url'],
    ['https://user@example.com/', 'url'],
    ['https://:pass@example.com/', 'url'],
    ['file:///etc/passwd', 'url'],
    ['data:text/plain,hello', 'url'],
    ['gopher://example.com/', 'url'],
    ['/relative', 'url'],
    ['', 'url'],
    [`https://example.com/${'x'.repeat(8192)}`, 'url'],
    ['https://127.0.0.1/', 'address'],
    ['https://2130706433/', 'address'],
    ['https://0x7f.1/', 'address'],
    ['https://0177.0.0.1/', 'address'],
    ['https://127.1/', 'address'],
    ['https://127.0.0.1./', 'address'],
    ['https://①②⑦.0.0.1/', 'address'],
    ['https://169.254.169.254/latest/meta-data/', 'address'],
    ['https://[::1]/', 'address'],
    ['https://[::]/', 'address'],
    ['https://[::ffff:127.0.0.1]/', 'address'],
    ['https://[64:ff9b::7f00:1]/', 'address'],
  ])('%s is refused by its %s', async (url, reason) => {
    expect(await refusal(get(url))).toBe(reason)
  })

  test('a name is refused when any of its addresses is not public', async () => {
    const resolve = async () => [
      { address: '93.184.216.34', family: 4 },
      { address: '10.0.0.7', family: 4 },
    ]
    expect(await refusal(get('https://example.com/', { resolve }))).toBe('address')
  })

  test('a name that cannot be resolved is refused', async () => {
    const resolve = () => Promise.reject(new Error('no answer'))
    expect(await refusal(get('https://example.com/', { resolve }))).toBe('dns')
    expect(await refusal(get('https://example.com/', { resolve: async () => [] }))).toBe('dns')
  })

  test('the refusal of a name says the same, whether a private network knows the name or not', async () => {
    const says = (resolve: NonNullable<GuardedFetchOptions['resolve']>) =>
      get('https://inside.example/', { resolve }).then(
        () => 'nothing was refused',
        (error: Error) => error.message,
      )
    const private_ = await says(async () => [{ address: '10.0.0.7', family: 4 }])
    expect(private_).toBe('The name inside.example has no public address.')
    expect(await says(() => Promise.reject(new Error('ENOTFOUND')))).toBe(private_)
    expect(await says(async () => [])).toBe(private_)
  })

  test('the socket uses no other resolver, so a second answer cannot differ', async () => {
    let asked = 0
    const resolve = async () => {
      asked += 1
      return [{ address: asked === 1 ? '127.0.0.1' : '93.184.216.34', family: 4 }]
    }
    expect(await refusal(get('https://example.com/', { resolve }))).toBe('address')
    expect(asked).toBe(1)
  })

  test('another loopback port than the allowed one is refused', async () => {
    expect(await refusal(get('http://127.0.0.1:1/'))).toBe('url')
    expect(await refusal(get(`${origin}/`, { allowLoopbackOrigin: undefined }))).toBe('url')
    expect(await refusal(get(`${origin.replace('http', 'https')}/`))).toBe('url')
  })

  test('the exempt origin must be this machine', async () => {
    await expect(
      get('http://10.0.0.7:80/', { allowLoopbackOrigin: 'http://10.0.0.7:80' }),
    ).rejects.toThrow('A loopback origin is')
  })
})

describe('redirects', () => {
  const hops =
    (count: number): RequestListener =>
    (request, response) => {
      const hop = Number(request.url?.slice(1))
      if (hop >= count) return void response.end('there')
      response.writeHead(302, { location: `/${hop + 1}` }).end()
    }

  test('one without a readable target is refused', async () => {
    answer = (_, response) => void response.writeHead(302, { location: 'http://[' }).end()
    await expect(get(`${origin}/`)).rejects.toMatchObject({
      reason: 'redirect',
      message: 'A redirect has no readable target.',
    })
  })

  test('three are followed, four are not', async () => {
    answer = hops(3)
    expect(Buffer.from((await get(`${origin}/0`)).bytes).toString()).toBe('there')
    answer = hops(4)
    expect(await refusal(get(`${origin}/0`))).toBe('redirect')
  })

  test.each([
    ['https://169.254.169.254/', 'address'],
    ['http://127.0.0.1:1/', 'url'],
    ['file:///etc/passwd', 'url'],
    ['https://user:pass@example.com/', 'url'],
  ])('one to %s is refused', async (location, reason) => {
    answer = (_, response) => void response.writeHead(301, { location }).end()
    expect(await refusal(get(`${origin}/`))).toBe(reason)
  })

  test('one to a name at a private address is refused', async () => {
    answer = (_, response) =>
      void response.writeHead(307, { location: 'https://inside.example/' }).end()
    const resolve = async () => [{ address: '192.168.1.1', family: 4 }]
    expect(await refusal(get(`${origin}/`, { resolve }))).toBe('address')
  })

  test('a POST follows none and returns the redirect', async () => {
    answer = (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end()
    const body = new TextEncoder().encode('{"a":1}')
    const { status } = await get(`${origin}/`, {
      method: 'POST',
      body,
      headers: { 'x-secret': 's' },
    })
    expect(status).toBe(307)
    expect(seen).toEqual([{ method: 'POST', url: '/', secret: 's', body: '{"a":1}' }])
  })
})

describe('limits', () => {
  test('the largest allowed body passes, one byte more does not, with or without Content-Length', async () => {
    answer = (request, response) => {
      const bytes = Buffer.alloc(request.url === '/fits' ? 1000 : 1001)
      if (request.url !== '/unstated') return void response.end(bytes)
      response.write(bytes.subarray(0, 600))
      response.end(bytes.subarray(600))
    }
    expect((await get(`${origin}/fits`)).bytes).toHaveLength(1000)
    expect(await refusal(get(`${origin}/stated`))).toBe('bytes')
    expect(await refusal(get(`${origin}/unstated`))).toBe('bytes')
    expect((await get(`${origin}/unstated`, { overflow: 'cut' })).bytes).toHaveLength(1000)
  })

  test('an endless response is cut by bytes', async () => {
    answer = (_, response) => {
      const pour = () => {
        while (response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', pour)
      pour()
    }
    expect(await refusal(get(`${origin}/`))).toBe('bytes')
  })

  test('a response that trickles, stalls or never starts is ended by the timeout', async () => {
    let dripping: NodeJS.Timeout | undefined
    answer = (_, response) => {
      dripping = setInterval(() => response.write('a'), 5)
      response.on('close', () => clearInterval(dripping))
    }
    expect(await refusal(get(`${origin}/`, { timeoutMs: 200 }))).toBe('timeout')
    answer = (_, response) => void response.write('a')
    expect(await refusal(get(`${origin}/`, { timeoutMs: 50 }))).toBe('timeout')
    answer = () => {}
    expect(await refusal(get(`${origin}/`, { timeoutMs: 50 }))).toBe('timeout')
  })

  test('the caller can abort it', async () => {
    const stop = new AbortController()
    answer = () => stop.abort()
    expect(await refusal(get(`${origin}/`, { signal: stop.signal }))).toBe('aborted')
  })

  test.each(['gzip', 'x-gzip', 'br', 'zstd', 'Deflate', 'aws-chunked, GZIP'])(
    'a response with the content coding %s is refused',
    async (coding) => {
      answer = (_, response) =>
        void response.writeHead(200, { 'content-encoding': coding }).end('x')
      expect(await refusal(get(`${origin}/`))).toBe('encoding')
    },
  )

  test.each(['base64', 'utf-8', 'undefined', 'aws-chunked', 'identity', 'image/jpeg', ''])(
    'the bytes are the file under the stored content encoding %j',
    async (stored) => {
      answer = (_, response) =>
        void response.writeHead(200, { 'content-encoding': stored }).end('bytes')
      expect(Buffer.from((await get(`${origin}/`)).bytes).toString()).toBe('bytes')
    },
  )

  test('a connection that breaks within the body is a failure, not a short body', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('half', () => response.destroy())
    }
    expect(await refusal(get(`${origin}/`))).toBe('network')
  })
})

test('any status is a response, with its headers and bytes', async () => {
  answer = (_, response) => void response.writeHead(404, { 'x-why': 'gone' }).end('no')
  const fetched = await get(`${origin}/`)
  expect([fetched.status, fetched.headers['x-why'], Buffer.from(fetched.bytes).toString()]).toEqual(
    [404, 'gone', 'no'],
  )
})

describe('a streamed body', () => {
  const read = async (options: Partial<GuardedFetchOptions> = {}): Promise<number> => {
    const bounds = { maxBytes: 1000, timeoutMs: 5000, allowLoopbackOrigin: origin, ...options }
    const { body } = await guardedFetchStream(`${origin}/a`, bounds)
    let length = 0
    for await (const chunk of body) length += chunk.length
    return length
  }

  test('is whole', async () => {
    answer = (_, response) => {
      response.write('x'.repeat(600))
      response.end('y'.repeat(400))
    }
    expect(await read()).toBe(1000)
  })

  test('is refused when it is too long, with or without Content-Length', async () => {
    answer = (_, response) => response.setHeader('content-length', 1001).end('x'.repeat(1001))
    expect(await refusal(read())).toBe('bytes')
    answer = (_, response) => {
      response.write('x'.repeat(600))
      response.end('y'.repeat(401))
    }
    expect(await refusal(read())).toBe('bytes')
  })

  test('that breaks off or stalls is a failure', async () => {
    answer = (_, response) => {
      response.setHeader('content-length', 900)
      response.write('x'.repeat(600), () => response.destroy())
    }
    expect(await refusal(read())).toBe('network')
    answer = (_, response) => void response.write('x'.repeat(600))
    expect(await refusal(read({ timeoutMs: 300 }))).toBe('timeout')
  })
})
