import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { build } from 'esbuild'
import type { Picture } from '../../../../engine/raster/picture.ts'

const require = createRequire(import.meta.url)
const TYPES: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm' }

/** Serves the page's script, the picture's pixels and the packages' files to one browser, on loopback. */
export async function servePage(picture: Picture): Promise<{ url: string; close(): void }> {
  const { outputFiles } = await build({
    entryPoints: [new URL('./page.ts', import.meta.url).pathname],
    ...{ bundle: true, write: false, format: 'esm', platform: 'browser', target: 'chrome120' },
  })
  const script = outputFiles[0]!.text
  const server = createServer(async ({ url = '/' }, answer) => {
    const send = (type: string, body: string | Uint8Array) =>
      answer.writeHead(200, { 'content-type': type }).end(body)
    if (url === '/') return send('text/html', '<script type="module" src="/page.js"></script>')
    if (url === '/page.js') return send('text/javascript', script)
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
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
