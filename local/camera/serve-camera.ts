import { createReadStream, rmSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import {
  CACHE_BRIEFLY,
  CACHE_FOR_EVER,
  CAMERA_HEADERS,
  CAMERA_TYPES,
} from '../../lib/camera/camera-headers.ts'
import { placeCamera } from '../../lib/camera/place-camera.ts'

/** Answers a request that it knows. */
export type Site = (request: IncomingMessage, response: ServerResponse) => boolean

/** The path that the module is served at, and what lies there: no folders but the one of assets. */
const PATH = /^\/camera\/((?:assets\/[0-9a-f]+\/)?[\w.-]*)$/

/**
 * Serves the camera module at `/camera/` with the headers of its deployment. It is built at the first request.
 * @param folder for its files, emptied before
 */
export function serveCamera(folder: string): Site {
  let placed = false
  return ({ url = '/', method }, response) => {
    const path = url.split('?')[0]!
    if (path === '/camera') {
      response.writeHead(308, { location: '/camera/' }).end()
      return true
    }
    const name = PATH.exec(path)?.[1]
    if (name === undefined || (method !== 'GET' && method !== 'HEAD')) return false
    try {
      if (!placed) placeAnew(folder)
      placed = true
    } catch (error) {
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ message: `The camera module cannot be built: ${error}` }))
      return true
    }
    sendFile(join(folder, name === '' ? 'index.html' : name), method, response)
    return true
  }
}

function placeAnew(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  placeCamera(folder)
}

function sendFile(file: string, method: string, response: ServerResponse): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) {
    response.writeHead(404, { 'content-type': 'application/json' }).end('{"message":"Not Found"}')
    return
  }
  response.writeHead(200, {
    ...CAMERA_HEADERS,
    'content-type': CAMERA_TYPES[extname(file)] ?? 'application/octet-stream',
    'content-length': found.size,
    'cache-control': file.includes('/assets/') ? CACHE_FOR_EVER : CACHE_BRIEFLY,
  })
  if (method === 'HEAD') response.end()
  else
    createReadStream(file)
      .on('error', () => response.destroy())
      .pipe(response)
}
