import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import type { SheetRow } from './sheet-row.ts'
import { sheetTitle } from './sheet-title.ts'
import { MOST_ROWS, writeSheet } from './write-sheet.ts'

/**
 * Writes sheets and says where they are.
 * @param of what stands above them: the recipe or the batch
 */
export async function saySheets(
  path: string,
  of: string,
  rows: readonly SheetRow[],
  clients: OpenedPipeline,
): Promise<string[]> {
  const written = await writeSheet(path, { title: sheetTitle(of, rows), rows }, clients)
  const rest = rows.length > MOST_ROWS ? [`Sheets show the first ${MOST_ROWS}.`] : []
  return [...written.map((file) => `The sheet is ${file}`), ...rest]
}
