import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RightsReport } from './report-rights.ts'

/** The folder that each run writes its report of rights to when it ends. */
const FOLDER = 'DARKROOM_RIGHTS'

/**
 * Writes which rights a run used to a new file of the folder that `DARKROOM_RIGHTS` names, if it names one. The runs
 * of many processes are compared by their files, because one run alone hardly ever uses every right.
 */
export async function saveRights(report: () => Promise<RightsReport>): Promise<void> {
  const folder = process.env[FOLDER]
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${randomUUID()}.json`), JSON.stringify(await report()))
}
