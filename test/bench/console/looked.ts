import type { Browser } from 'playwright-core'
import type { Connection } from '../../stack/connect.ts'

/** What each part of the bench looks with. */
export type Looked = {
  browser: Browser
  /** The link that opens the console. */
  link: string
  run: Connection
  flags: readonly string[]
}
