import { Fault } from '../../catalog/failures/fault.ts'
import { sniffFormat } from '../../catalog/files/sniff-format.ts'
import type { Damage } from '../../metadata/damage.ts'
import { findJpegDamage } from '../../metadata/jpeg/damage/find-jpeg-damage.ts'
import { findPngDamage } from '../../metadata/png/find-png-damage.ts'
import { findTiffDamage } from '../../metadata/tiff/find-tiff-damage.ts'

/** What is said of a file whose damage cannot be told more closely. */
export const DAMAGED = 'The picture is damaged or cut off.'

/**
 * Decides about a file that a decoder complains about, or that looks damaged: the one place where that is decided.
 * @returns a sentence about damage that is delivered, because less than one row of blocks is lost; undefined where no
 *   pixel is
 * @throws Fault `unreadable` that says where the damage begins and how much is lost
 */
export async function judgeDamage(bytes: Uint8Array): Promise<string | undefined> {
  const format = sniffFormat(bytes)
  const damage = await findDamage(format, bytes)
  if (damage === 'unknown') throw new Fault('unreadable', DAMAGED)
  if (damage === undefined) return undefined
  const { from, lost, rows, blockRows } = damage
  if (lost > blockRows) throw new Fault('unreadable', refusal(format ?? '', damage))
  return `The file is damaged at row ${from + 1} of ${rows}: less than ${blockRows} rows of pixels are lost.`
}

/** Rows that a file lost. Where less than a row of blocks is, `undefined` says none and `unknown` nothing. */
async function findDamage(
  format: string | undefined,
  bytes: Uint8Array,
): Promise<Damage | undefined | 'unknown'> {
  if (format === 'jpeg') return findJpegDamage(bytes)
  if (format === 'png') return await findPngDamage(bytes)
  return format === 'tiff' ? findTiffDamage(bytes) : 'unknown'
}

/** In words, rows as they are stored: a picture that lies on its side loses columns. */
function refusal(format: string, { from, lost, rows }: Damage): string {
  const share = Math.min(100, Math.max(1, Math.round((100 * lost) / rows)))
  return (
    `The ${format.toUpperCase()} is damaged: from row ${from + 1} of ${rows} on, as they are stored, ` +
    `${share} % of the rows are lost.`
  )
}
