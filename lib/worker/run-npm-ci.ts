import { execFileSync } from 'node:child_process'
import type { Platform } from './native-lock.ts'

/**
 * A registry that does not answer is given up soon: one repetition instead of two, after seconds instead of a minute.
 * The time limit is that of an answer; a package that comes slowly may take as long as all may.
 */
const PATIENCE = [
  '--fetch-retries=1',
  '--fetch-retry-mintimeout=1000',
  '--fetch-retry-maxtimeout=1000',
  '--fetch-timeout=20000',
]

/** Errors alone, and those also where a script that was started with `--silent` has npm say nothing. */
const QUIET = ['--loglevel=error', '--no-audit', '--no-fund']

/** Milliseconds that all packages together may take. */
const LIMIT = 5 * 60_000

/**
 * Installs what `folder/package-lock.json` holds for `platform`, after a line on standard error that says what is
 * waited for.
 * @throws Error in one line with npm's reason
 */
export function runNpmCi(
  folder: string,
  { os, cpu, libc }: Platform,
  { what, cache }: { what: string; cache: string },
): void {
  const parts = `${what} for ${os} on ${cpu}`
  process.stderr.write(`Fetching ${parts} from the package registry, to be kept in ${cache}\n`)
  const target = [`--os=${os}`, `--cpu=${cpu}`, `--libc=${libc}`]
  try {
    execFileSync(
      'npm',
      ['ci', ...target, ...QUIET, '--ignore-scripts', '--omit=dev', ...PATIENCE],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: LIMIT,
        shell: process.platform === 'win32',
      },
    )
  } catch (error) {
    throw new Error(
      `The worker's native parts, ${parts}, are not in ${cache} and could not be fetched from the package registry ` +
        `(${reasonOf(error)}). Synthesize once where npm reaches its registry, or copy that folder from there.`,
    )
  }
}

function reasonOf(error: unknown): string {
  const { code, stderr } = error as { code?: string; stderr?: Buffer }
  if (code === 'ETIMEDOUT') return `no end after ${LIMIT / 60_000} minutes`
  const [, reason = code ?? 'npm gave no reason'] =
    String(stderr ?? '').match(/^npm (?:error|ERR!) code (\S+)/m) ?? []
  return reason
}
