/**
 * The policy of the page of demonstration, which is also what the module needs of any page: scripts and worker of its
 * own origin, WebAssembly, no styles and no markup as text.
 */
export const CAMERA_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types camera-kit',
].join('; ')

/** Of files whose name changes with their contents, and of the others, which browsers ask for anew. */
export const CACHE_FOR_EVER = 'public, max-age=31536000, immutable'
export const CACHE_BRIEFLY = 'public, max-age=300, must-revalidate'

/** Of every file: pages of other origins may load the module, too. */
export const CAMERA_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CAMERA_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(self)',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
}

/** The media type of a file by the end of its name. */
export const CAMERA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.tflite': 'application/octet-stream',
  '.data': 'application/octet-stream',
}
