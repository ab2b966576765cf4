import type { Index } from './open-index.ts'
import { keyBytes, type VersionRow } from './records.ts'

/**
 * Removes one version from the index and makes the one before it the latest. To be called inside a transaction.
 *
 * @returns the bodies it used, to be removed after the commit.
 */
export function removeVersion(index: Index, version: VersionRow): string[] {
  const bodies = index
    .all<{ body: string }>('SELECT body FROM segment WHERE seq = ?', version.seq)
    .map((segment) => segment.body)
  index.run('DELETE FROM segment WHERE seq = ?', version.seq)
  index.run('DELETE FROM version WHERE seq = ?', version.seq)
  if (version.latest === 1) {
    index.run(
      `UPDATE version SET latest = 1 WHERE seq =
         (SELECT max(seq) FROM version WHERE bucket = ? AND key = ?)`,
      version.bucket,
      version.key,
    )
  }
  return bodies
}

/** Removes the `null` version of a key, which a write without versioning replaces. Returns the bodies it used. */
export function removeNullVersion(index: Index, bucket: string, key: string): string[] {
  const version = index.one<VersionRow>(
    "SELECT * FROM version WHERE bucket = ? AND key = ? AND id = 'null'",
    bucket,
    keyBytes(key),
  )
  return version === undefined ? [] : removeVersion(index, version)
}
