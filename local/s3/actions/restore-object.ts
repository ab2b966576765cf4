import type { Answer, Call } from '../call.ts'
import { requireDocument } from '../payload/read-document.ts'
import { queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import { findVersion } from '../store/find-version.ts'
import type { StoredHeaders, VersionRow } from '../store/records.ts'
import { xmlText } from '../xml/parse-xml.ts'
import { archiveState, isRestored } from './archive-state.ts'

const DAY_MS = 24 * 3_600_000

/**
 * Makes a copy of an archived object that can be read for some days (RestoreObject), here at once, where AWS takes
 * hours. An object of Intelligent-Tiering comes back for good.
 */
export async function restoreObject(call: Call): Promise<Answer> {
  const { index, clock } = call.store
  const document = await requireDocument(call, 'RestoreRequest')
  const version = findVersion(index, call.bucket, call.key, queryValue(call.query, 'versionId'))
  const now = clock()
  const headers = JSON.parse(version.headers) as StoredHeaders
  const again = isRestored(headers, now)
  const archived = archiveState(version, now)
  if (archived === undefined && !again) {
    throw new S3Error('InvalidObjectState', {
      message: "Restore is not allowed for the object's current storage class",
      fields: { StorageClass: headers['x-amz-storage-class'] ?? 'STANDARD' },
    })
  }
  const days = readDays(xmlText(document, 'Days'), archived?.AccessTier !== undefined)
  keepHeaders(call, version, restoredHeaders(headers, now, days))
  return { status: again ? 200 : 202 }
}

function restoredHeaders(
  { 'x-amz-archive-status': _, ...headers }: StoredHeaders,
  now: number,
  days: number | undefined,
): StoredHeaders {
  if (days === undefined) return headers
  const until = new Date((Math.floor(now / DAY_MS) + days + 1) * DAY_MS).toUTCString()
  return { ...headers, 'x-amz-restore': `ongoing-request="false", expiry-date="${until}"` }
}

/** Whole days; none for Intelligent-Tiering (API Reference, RestoreRequest). */
function readDays(text: string | undefined, tiering: boolean): number | undefined {
  const given = text?.trim()
  if (tiering ? given === undefined : given && /^[1-9]\d{0,4}$/.test(given)) {
    return tiering ? undefined : Number(given)
  }
  throw new S3Error('MalformedXML')
}

function keepHeaders({ store }: Call, { seq }: VersionRow, headers: StoredHeaders): void {
  store.index.run('UPDATE version SET headers = ? WHERE seq = ?', JSON.stringify(headers), seq)
}
