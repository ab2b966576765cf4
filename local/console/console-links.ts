import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { BROTLI_QUALITY } from '../../lib/console/bundle-console.ts'
import { placeConsole } from '../../lib/console/place-console.ts'

/** How the console of one run is opened. */
export type ConsoleLinks = {
  /** Who a second link is for. */
  readonly second?: 'viewer' | 'operator' | undefined
  /** Variables of the function that serves the console: hashes of the secrets, never a secret. */
  readonly environment: Readonly<Record<string, string>>
  linkTo(url: string): string
  secondLinkTo(url: string): string | undefined
}

/** What a run's links are made of. */
type ConsoleLinksOptions = {
  /** Who a second link is for. @default nobody */
  second?: ConsoleLinks['second']
  /** The folder that holds the built page. @default it is built into the data folder */
  page?: string | undefined
}

/** Makes the secrets of a run's links. A secret stands behind `#`, where no server and no log sees it. */
export function openConsoleLinks(
  dataDir: string,
  { second, page = buildPage(dataDir) }: ConsoleLinksOptions = {},
): ConsoleLinks {
  const roles = ['admin', ...(second === undefined ? [] : [second])]
  const secrets = roles.map((role) => ({ role, secret: randomBytes(24).toString('base64url') }))
  const hashed = secrets.map(({ role, secret }) => ({ role, sha256: sha256(secret) }))
  const link = (at: number) => (url: string) => `${url}#${secrets[at]?.secret}`
  return {
    second,
    environment: {
      DARKROOM_CONSOLE_RUN: sha256(secrets[0]?.secret ?? '').slice(0, 12),
      DARKROOM_CONSOLE_SECRETS: JSON.stringify(hashed),
      DARKROOM_CONSOLE_FILES: page,
    },
    linkTo: link(0),
    secondLinkTo: second === undefined ? () => undefined : link(1),
  }
}

function buildPage(dataDir: string): string {
  const folder = join(dataDir, 'console')
  rmSync(folder, { recursive: true, force: true })
  placeConsole(folder, BROTLI_QUALITY.local)
  return join(folder, 'console')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
