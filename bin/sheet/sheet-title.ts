import type { SheetRow } from './sheet-row.ts'

/** The line above a sheet: whose it is, and how many came to what. */
export function sheetTitle(of: string, rows: readonly SheetRow[]): string {
  const count = (wanted: SheetRow['outcome']) =>
    rows.filter(({ outcome }) => outcome === wanted).length
  const counts = (['succeeded', 'refused', 'failed', 'unfinished'] as const)
    .filter((outcome) => count(outcome) > 0)
    .map((outcome) => `${count(outcome)} ${outcome}`)
  return `${of}: ${counts.join(', ')}. Before on the left, after on the right.`
}
