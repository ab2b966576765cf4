import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectLocal } from '../../../functions/service/core/accounts/connect-local.ts'
import { startLocal } from '../../../local/run/start-local.ts'
import { openPageBrowser } from '../../browser/open-page-browser.ts'
import { connect } from '../../stack/connect.ts'
import { noopWorker } from '../../stack/noop-worker.ts'
import { flagValue } from '../flag-value.ts'
import { changes } from './changes.ts'
import { compare } from './compare.ts'
import { drops } from './drops.ts'
import { oldest } from './oldest.ts'
import { scroll } from './scroll.ts'

const PARTS = { scroll, changes, compare, oldest, drops }

/**
 * The console's page in a browser on this machine: how long lists scroll (`scroll`), what 1,000 changes a minute cost
 * (`changes`; `--minutes=10`, or another number), how large pictures are compared (`compare`), whether the oldest of
 * 300,000 jobs is reached (`oldest`; `--jobs=300000`), and whether the page stays awake while 5,000 files are dropped
 * (`drops`; `--files=5000`). `--only=scroll` measures one of them.
 */
export async function consolePage(flags: readonly string[]): Promise<void> {
  const only = flagValue(flags, 'only')?.split(',')
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-console-bench-'))
  const run = await startLocal({
    dataDir,
    port: 0,
    consolePort: 0,
    console: true,
    connect: connectLocal,
    intercept: noopWorker(),
  })
  const browser = await openPageBrowser()
  try {
    if (!browser) throw new Error('There is no browser on this machine.')
    const connection = await connect(run.addresses)
    const looked = { browser, link: String(run.addresses.consoleUrl), run: connection, flags }
    for (const [name, part] of Object.entries(PARTS)) {
      if (only && !only.includes(name)) continue
      console.log(`${name}:`)
      await part(looked)
    }
  } finally {
    await browser?.close()
    await run.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
