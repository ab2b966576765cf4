import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { build, type Format } from 'esbuild'
import type { Picture } from '../../../../engine/raster/picture.ts'

const require = createRequire(import.meta.url)
const TYPES: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm' }

type Served = {
  url: string
  /** The paths that were requested, in order. */
  requested: string[]
  close(): void
}

/** Serves the scripts of page and worker, the picture's pixels and the packages' files to a browser, on loopback. */
export async function servePage(picture: Picture): Promise<Served> {
  const scripts: Record<string, string> = {
    '/page.js': await bundle(new URL('./page.ts', import.meta.url), 'esm'),
    '/worker.js': await bundle(new URL('./worker.ts', import.meta.url), 'iife'),
  }
  const requested: string[] = []
  const server = createServer(async ({ url = '/' }, answer) => {
    requested.push(url)
    const send = (type: string, body: string | Uint8Array) =>
      answer.writeHead(200, { 'content-type': type }).end(body)
    if (url === '/') return send('text/html', '<script type="module" src="/page.js"></script>')
    if (scripts[url]) return send('text/javascript', scripts[url])
    if (url === '/picture')
      return send('application/octet-stream', Buffer.from(picture.data.buffer))
    if (!url.startsWith('/packages/')) return answer.writeHead(404).end()
    const type = TYPES[url.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
    return send(type, await readFile(require.resolve(url.slice('/packages/'.length))))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    requested,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function bundle(entry: URL, format: Format): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry.pathname],
    format,
    bundle: true,
    write: false,
    platform: 'browser',
    target: 'chrome120',
  })
  return outputFiles[0]!.text
}
