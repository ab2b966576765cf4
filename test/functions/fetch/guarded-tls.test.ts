import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls, { type ConnectionOptions } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FetchReason } from '../../../functions/fetch/fetch-refused.ts'
import { type GuardedFetchOptions, guardedFetch } from '../../../functions/fetch/guarded-fetch.ts'
import { selfSigned } from './self-signed.ts'

const PUBLIC = { address: '93.184.216.34', family: 4 }
const { cert, key } = selfSigned(['a.example', 'b.example', '*.c.example'])
const connect = tls.connect

let server: Server
let trusted: string | undefined
/** The names that were resolved, and the addresses that were then connected to. */
let dialled: { host: string; addresses: LookupAddress[] }[]
let seen: {
  host?: string | undefined
  url?: string | undefined
  headers: IncomingMessage['headers']
}[]
let answer: RequestListener

beforeEach(async () => {
  dialled = []
  seen = []
  trusted = cert
  answer = (_, response) => void response.end('hello')
  server = createServer({ cert, key }, (request, response) => {
    seen.push({ host: request.headers.host, url: request.url, headers: request.headers })
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  // Only the last step is replaced: the connection uses the guard's lookup and goes to loopback instead of the address
  // it returned. Everything else, from the handshake to the check of the certificate, is unchanged.
  vi.spyOn(tls, 'connect').mockImplementation(((options: ConnectionOptions) =>
    connect({ ...options, port, ca: trusted, lookup: rerouted(options) })) as typeof tls.connect)
})
afterEach(() => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

function rerouted({ lookup }: ConnectionOptions): NonNullable<ConnectionOptions['lookup']> {
  return (host, options, done) => {
    if (!lookup) throw new Error('A connection was made without the guard.')
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '')
      dialled.push({ host, addresses: addresses as LookupAddress[] })
      if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }])
      else done(null, '127.0.0.1', 4)
    })
  }
}

const HEADERS = { authorization: 'Bearer secret', cookie: 'a=secret', 'x-api-key': 'secret' }
function get(url: string, options: Partial<GuardedFetchOptions> = {}) {
  return guardedFetch(url, {
    maxBytes: 1000,
    timeoutMs: 10_000,
    headers: HEADERS,
    resolve: async () => [PUBLIC],
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

/** Redirects each request to the next of these targets, and responds to the last one with a body. */
function redirects(...targets: string[]): RequestListener {
  const rest = [...targets]
  return (_, response) => {
    const location = rest.shift()
    if (location === undefined) return void response.end('there')
    response.writeHead(302, { location }).end()
  }
}

function carried() {
  return seen.map(({ headers }) => JSON.stringify(headers).includes('secret'))
}

describe('the headers of a request', () => {
  test('are sent to the first origin, also after a redirect within it', async () => {
    answer = redirects('/elsewhere', 'https://a.example/again')
    expect(Buffer.from((await get('https://a.example/')).bytes).toString()).toBe('there')
    expect(seen.map(({ host, url }) => `${host}${url}`)).toEqual([
      'a.example/',
      'a.example/elsewhere',
      'a.example/again',
    ])
    expect(carried()).toEqual([true, true, true])
    expect(seen[2]?.headers).toMatchObject(HEADERS)
  })

  test('are not sent to another origin', async () => {
    answer = redirects('https://b.example/')
    await get('https://a.example/')
    expect(seen.map(({ host }) => host)).toEqual(['a.example', 'b.example'])
    expect(carried()).toEqual([true, false])
    for (const name of Object.keys(HEADERS)) expect(seen[1]?.headers).not.toHaveProperty(name)
  })

  test('are not sent again when another origin redirects back', async () => {
    answer = redirects('https://b.example/', 'https://a.example/chosen-by-b')
    await get('https://a.example/')
    expect(seen.map(({ host }) => host)).toEqual(['a.example', 'b.example', 'a.example'])
    expect(carried()).toEqual([true, false, false])
  })

  test.each(['http://a.example/', 'https://a.example:8443/', 'https://a:b@a.example/'])(
    'goes nowhere over a redirect to %s',
    async (location) => {
      answer = redirects(location)
      expect(await refusal(get('https://a.example/'))).toBe('url')
      expect(seen).toHaveLength(1)
    },
  )
})

describe('DNS rebinding', () => {
  /** Resolves to these answers in turn, as a hostile name server may. */
  const answers = (...each: LookupAddress[][]) => {
    const rest = [...each]
    return { resolve: async () => rest.shift() ?? [], left: () => rest.length }
  }
  const INSIDE = { address: '10.0.0.7', family: 4 }

  test('a name is resolved once a connection, which goes to the checked address', async () => {
    const { resolve, left } = answers([PUBLIC], [INSIDE])
    await get('https://a.example/', { resolve })
    expect(left()).toBe(1)
    expect(dialled).toEqual([{ host: 'a.example', addresses: [PUBLIC] }])
  })

  test.each([
    ['of the same name', '/again'],
    ['to another name', 'https://b.example/'],
  ])('is detected at a redirect %s', async (_, location) => {
    answer = redirects(location)
    const { resolve, left } = answers([PUBLIC], [INSIDE])
    expect(await refusal(get('https://a.example/', { resolve }))).toBe('address')
    expect(left()).toBe(0)
    expect(seen).toHaveLength(1)
    expect(dialled).toHaveLength(1)
  })

  test.each(['::ffff:10.0.0.7', '64:ff9b::a00:7', 'fd00::7'])(
    'to %s beside a public address is caught',
    async (address) => {
      const resolve = async () => [PUBLIC, { address, family: 6 }]
      expect(await refusal(get('https://a.example/', { resolve }))).toBe('address')
      expect(seen).toEqual([])
    },
  )
})

describe('a server with a bad certificate', () => {
  test('that is self-signed is refused', async () => {
    trusted = undefined
    expect(await refusal(get('https://a.example/'))).toBe('network')
    expect(seen).toEqual([])
  })

  test('for other names is refused', async () => {
    expect(await refusal(get('https://d.example/'))).toBe('network')
    answer = redirects('https://d.example/')
    expect(await refusal(get('https://a.example/'))).toBe('network')
    expect(seen.map(({ host }) => host)).toEqual(['a.example'])
  })

  test('is told apart from one with a good certificate', async () => {
    expect((await get('https://x.c.example/')).status).toBe(200)
  })
})
