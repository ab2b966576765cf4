import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  type FetchFileOptions,
  fetchFile,
} from '../../../../functions/operate/models/fetch-file.ts'
import { type FileServer, serveFile } from './file-server.ts'

const FILE = Buffer.from(Array.from({ length: 40_000 }, (_, n) => (n * 7919) % 256))

let folder: string
let part: string
let server: FileServer

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fetch-file-'))
  part = join(folder, 'drawn.onnx.part')
  server = await serveFile(FILE)
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

function get(options: Partial<FetchFileOptions> = {}, bytes: number | undefined = FILE.length) {
  const { url, network } = server
  return fetchFile({ url, most: 100_000, bytes }, { part, network, ...options })
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const isWhole = () => digest(readFileSync(part)) === digest(FILE)

/** Sends the first bytes of a whole answer. @returns breaks the connection */
function sendOnly(count: number): () => void {
  let broken = (): void => {}
  server.once((_, response) => {
    response.writeHead(200, { etag: '"one"', 'content-length': FILE.length })
    response.write(FILE.subarray(0, count))
    broken = () => response.destroy()
  })
  return () => broken()
}

/** As a process that ended in the middle leaves it. */
function leavePart(count: number, etag: string, url = server.url): void {
  writeFileSync(part, FILE.subarray(0, count))
  writeFileSync(`${part}.json`, JSON.stringify({ url, etag }))
}

const getUpTo = (most: number) => {
  const { url, network } = server
  return fetchFile({ url, most }, { part, network })
}

test('a file whose length nobody knows comes whole, up to as many bytes as it may have', async () => {
  server.once((_, response) => void response.writeHead(200).end(FILE))
  expect(await getUpTo(40_000)).toBe(40_000)
  expect(isWhole()).toBe(true)
  await expect(getUpTo(39_999)).rejects.toThrow('The answer is longer than 39999 bytes.')
})

test('a file that is known to be empty is asked for all the same', async () => {
  server.once((_, response) => void response.writeHead(200, { 'content-length': 0 }).end())
  expect(await get({}, 0)).toBe(0)
  expect([server.seen.length, readFileSync(part).length]).toEqual([1, 0])
})

test('a file comes whole, and nothing but it stays', async () => {
  const whole = vi.spyOn(AbortSignal, 'timeout')
  const stall = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => {
    whole.mockRestore()
    stall.mockRestore()
  })
  const told: number[] = []
  expect(await get({ progress: (bytes) => told.push(bytes) })).toBe(FILE.length)
  expect(isWhole()).toBe(true)
  expect(existsSync(`${part}.json`)).toBe(false)
  expect(told.at(-1)).toBe(FILE.length)
  // Six hours for all of it, and a minute in which nothing comes.
  expect(whole).toHaveBeenCalledWith(21_600_000)
  expect(stall).toHaveBeenCalledWith(expect.any(Function), 60_000)
})

describe('an earlier part', () => {
  test('is gone on with where the server has the same version', async () => {
    leavePart(15_000, '"one"')
    await get()
    expect(server.seen[0]).toMatchObject({ range: 'bytes=15000-', 'if-range': '"one"' })
    expect(isWhole()).toBe(true)
  })

  test('that is whole is not asked for again, unless nobody knows the length', async () => {
    leavePart(FILE.length, '"one"')
    expect(await get()).toBe(FILE.length)
    expect(server.seen).toEqual([])
    server.once((_, response) => void response.writeHead(416).end())
    await expect(getUpTo(100_000)).rejects.toThrow(
      'The part that was there is of no use; try again.',
    )
    expect(server.seen[0]).toMatchObject({ range: 'bytes=40000-' })
    expect([existsSync(part), existsSync(`${part}.json`)]).toEqual([false, false])
  })

  test('of a single byte is gone on with', async () => {
    leavePart(1, '"one"')
    await get()
    expect(server.seen[0]).toMatchObject({ range: 'bytes=1-' })
    expect(isWhole()).toBe(true)
  })

  test('is gone on with four times where each time brings something', async () => {
    let breakOff = (): void => {}
    for (let time = 0; time < 6; time++) {
      server.once(({ headers }, response) => {
        const from = Number(/\d+/.exec(headers.range ?? '0'))
        const place = { 'content-range': `bytes ${from}-39999/40000` }
        response.writeHead(from > 0 ? 206 : 200, { etag: '"one"', ...(from > 0 && place) })
        response.write(FILE.subarray(from, from + 1000))
        breakOff = () => response.destroy()
      })
    }
    const got = get({ progress: (bytes) => bytes % 1000 === 0 && breakOff() })
    await expect(got).rejects.toThrow('The connection failed.')
    expect(server.seen).toHaveLength(5)
    expect(readFileSync(part)).toHaveLength(5000)
  })

  test('that is whole may be a single byte', async () => {
    leavePart(1, '"one"')
    expect(await get({}, 1)).toBe(1)
    expect(server.seen).toEqual([])
  })

  test('counts with its rest among the bytes that a file may have', async () => {
    leavePart(15_000, '"one"')
    expect(await getUpTo(40_000)).toBe(40_000)
    leavePart(15_000, '"one"')
    await expect(getUpTo(39_999)).rejects.toThrow('The answer is longer than 39999 bytes.')
    expect([existsSync(part), existsSync(`${part}.json`)]).toEqual([false, false])
  })

  test('that broke off in this attempt is gone on with at once', async () => {
    const breakOff = sendOnly(9000)
    await get({ progress: (bytes) => bytes === 9000 && breakOff() })
    expect(server.seen.map(({ range }) => range)).toEqual([undefined, 'bytes=9000-'])
    expect(isWhole()).toBe(true)
  })

  test('of another version is left behind', async () => {
    leavePart(15_000, '"zero"')
    writeFileSync(part, Buffer.alloc(15_000, 1))
    await get()
    expect(server.seen[0]).toMatchObject({ range: 'bytes=15000-', 'if-range': '"zero"' })
    expect(isWhole()).toBe(true)
  })

  test.each([
    ['W/"one"', undefined],
    ['', undefined],
    ['"one"', 'https://localhost/another'],
  ])('with the tag %s of %s is not trusted', async (etag, url) => {
    leavePart(15_000, etag, url)
    await get()
    expect(server.seen[0]).not.toHaveProperty('range')
    expect(isWhole()).toBe(true)
  })

  test('that broke off is left behind where the file changes before it is gone on with', async () => {
    const breakOff = sendOnly(9000)
    const changed = FILE.toReversed()
    server.once((_, response) => void response.writeHead(200, { etag: '"two"' }).end(changed))
    await get({ progress: (bytes) => bytes === 9000 && breakOff() })
    expect(server.seen[1]).toMatchObject({ range: 'bytes=9000-', 'if-range': '"one"' })
    expect(digest(readFileSync(part))).toBe(digest(changed))
  })

  test('is refused by its tag where a server sends the rest of another version', async () => {
    const breakOff = sendOnly(9000)
    server.once((_, response) => {
      response.writeHead(206, { 'content-range': 'bytes 9000-39999/40000', etag: '"two"' })
      response.end(FILE.subarray(9000))
    })
    const got = get({ progress: (bytes) => bytes === 9000 && breakOff() })
    await expect(got).rejects.toThrow('The file there has changed since its first part came')
    expect([existsSync(part), existsSync(`${part}.json`)]).toEqual([false, false])
  })

  test('is gone on with more than once where the rests of it have no tag', async () => {
    leavePart(5000, '"one"')
    let breakOff = (): void => {}
    const rest = { 'content-range': 'bytes 5000-39999/40000', 'content-length': 35_000 }
    server.once((_, response) => {
      response.writeHead(206, rest).write(FILE.subarray(5000, 12_000))
      breakOff = () => response.destroy()
    })
    await get({ progress: (bytes) => bytes === 12_000 && breakOff() })
    expect(server.seen[1]).toMatchObject({ range: 'bytes=12000-', 'if-range': '"one"' })
    expect(isWhole()).toBe(true)
  })

  test('that is answered with another place of the file is refused', async () => {
    leavePart(15_000, '"one"')
    server.once((_, response) => {
      response.writeHead(206, { 'content-range': 'bytes 14999-39999/40000', etag: '"one"' })
      response.end(FILE.subarray(14_999))
    })
    await expect(get()).rejects.toThrow('The server answers with HTTP status 206.')
    expect(existsSync(part)).toBe(false)
  })
})

describe('what is not the file', () => {
  test('is refused by its length before its bytes come', async () => {
    await expect(get({}, FILE.length + 1)).rejects.toThrow(
      'The file there has 40000 bytes, not 40001.',
    )
    expect(existsSync(part)).toBe(false)
  })

  test('is refused as soon as it is longer than it may be, without a length', async () => {
    let sent = 0
    server.once((_, response) => {
      const more = (): void => {
        while (!response.destroyed && sent < 50_000_000) {
          sent += FILE.length
          if (!response.write(FILE)) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    })
    await expect(get()).rejects.toThrow('The answer is longer than 40000 bytes.')
    expect(sent).toBeLessThan(20_000_000)
    expect(existsSync(part)).toBe(false)
  })

  test('is kept as a part where less of it comes than was known, without a length', async () => {
    server.once((_, response) => {
      response.writeHead(200, { etag: '"one"' }).end(FILE.subarray(0, 9000))
    })
    await expect(get()).rejects.toThrow(
      '9000 bytes came, not 40000; another attempt goes on from there.',
    )
    await get()
    expect(server.seen[1]).toMatchObject({ range: 'bytes=9000-' })
    expect(isWhole()).toBe(true)
  })

  test('is told by its status', async () => {
    server.once((_, response) => response.writeHead(404).end('none'))
    await expect(get()).rejects.toThrow(
      /^localhost:\d+: The server answers with HTTP status 404\.$/,
    )
  })

  test('that stops coming is given up, and its part is kept', async () => {
    sendOnly(5000)
    await expect(get({ stallMs: 300 })).rejects.toThrow('Nothing came for 0.3 seconds')
    expect(readFileSync(part)).toHaveLength(5000)
    await get()
    expect(isWhole()).toBe(true)
  })
})

describe('a redirect', () => {
  const to = (location: string) => server.once((_, r) => void r.writeHead(302, { location }).end())

  test('is followed, and ranges go along', async () => {
    leavePart(15_000, '"one"')
    to('/elsewhere')
    await get()
    expect(server.seen[1]).toMatchObject({ range: 'bytes=15000-' })
    expect(isWhole()).toBe(true)
  })

  test('to http goes nowhere', async () => {
    to(server.url.replace('https:', 'http:'))
    await expect(get()).rejects.toThrow('The URL is refused: it is not https.')
    expect(server.seen).toHaveLength(1)
  })

  test('to a name inside a private network goes nowhere', async () => {
    to('https://inside.example/drawn.onnx')
    const resolve = async () => [{ address: '10.0.0.7', family: 4 }]
    const network = { ...server.network, resolve }
    await expect(get({ network })).rejects.toThrow('The name inside.example has no public address.')
  })
})

test('a server whose certificate nobody trusted is not asked', async () => {
  const { allowPrivateOrigin } = server.network
  await expect(get({ network: { allowPrivateOrigin: allowPrivateOrigin! } })).rejects.toThrow(
    'The connection failed.',
  )
  expect(server.seen).toEqual([])
})
