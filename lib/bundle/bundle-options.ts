import { join } from 'node:path'
import type { BuildOptions } from 'esbuild'
import { PROJECT_ROOT } from '../project-root.ts'
import { WORKER_PACKAGES } from './worker-packages.ts'

/**
 * Ways to credentials that the SDK loads only where the environment holds none. On Lambda it always does, so their
 * 100 kB stay out of every bundle.
 */
const UNUSED_CREDENTIAL_PROVIDERS = [
  ...['http', 'ini', 'login', 'process', 'sso', 'web-identity'].map(
    (kind) => `@aws-sdk/credential-provider-${kind}`,
  ),
  '@smithy/credential-provider-imds',
]

/**
 * How a handler and everything it imports become one ES module: SDK included, because a bundled client loads faster
 * than the one the runtime brings, and its version is ours.
 * @param entry the handler's file, relative to the project
 */
export function bundleOptions(entry: string): BuildOptions {
  return {
    entryPoints: [join(PROJECT_ROOT, entry)],
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    charset: 'utf8',
    mainFields: ['module', 'main'],
    minify: true,
    banner: {
      js: "import{createRequire as __cr}from'node:module';const require=__cr(import.meta.url);",
    },
    alias: {
      'node:http': join(PROJECT_ROOT, 'lib', 'bundle', 'node-http.cjs'),
      'mnemonist/lru-cache': join(PROJECT_ROOT, 'lib', 'bundle', 'lru-cache.cjs'),
    },
    external: [...UNUSED_CREDENTIAL_PROVIDERS, ...WORKER_PACKAGES],
    logLevel: 'warning',
  }
}
