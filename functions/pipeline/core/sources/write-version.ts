import { createHash } from 'node:crypto'
import type { Source } from '../ports/job.ts'

/** What S3 says of an object in its answer to HEAD or GET. */
export type WriteFacts = {
  /** S3's id of the version: `null` or absent where the bucket kept no versions when the object was written. */
  versionId?: string | undefined
  /** Without quotes. */
  etag: string
  /** Epoch milliseconds; S3 has whole seconds. */
  modified: number
  /** Bytes. */
  size: number
  /** The user's own metadata, names in lower case. */
  metadata: Record<string, string>
}

const WRITE = 'write:'

/** Whether an id is one of S3's own versions, which stays what it is whatever is written later. */
export function isVersionId(id: string | undefined): id is string {
  return id !== undefined && id !== '' && id !== 'null'
}

/**
 * The version of an object by which its job is named: S3's version id, or where the bucket keeps no versions what HEAD
 * tells of the write: when it was, how large it is, its ETag and a hash of its metadata. An event alone does not give
 * it, because an event has the time when a write ended and S3 keeps the time when it began.
 */
export function versionOf({ versionId, etag, modified, size, metadata }: WriteFacts): string {
  if (isVersionId(versionId)) return versionId
  const time = new Date(modified).toISOString().replace(/\.\d+Z/, 'Z')
  return `${WRITE}${time}/${size}/${etag}/${hashOf(metadata)}`
}

function hashOf(metadata: Record<string, string>): string {
  const sorted = Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 8)
}

/** Whether a version stands for a write and is no version id of S3. */
export function isWrite(version: string): boolean {
  return version.startsWith(WRITE)
}

/** The ETag of a write. */
export function etagOf(version: string): string {
  return version.split('/')[2] ?? ''
}

/** When a write was, in epoch milliseconds. */
export function writtenAt(version: string): number {
  return Date.parse(version.slice(WRITE.length, version.indexOf('/')))
}

/** Whether two versions are of writes that S3 cannot tell apart, or the same. */
export function isAlike(one: string, other: string): boolean {
  return unnumbered(one) === unnumbered(other)
}

function unnumbered(version: string): string {
  return isWrite(version) ? version.split('/').slice(0, 4).join('/') : version
}

/**
 * The source as the next write that S3 cannot tell apart from it: one of the same bytes and metadata in the same
 * second. Their versions end in `/2`, `/3` and so on.
 */
export function nextAlike(source: Source): Source {
  const number = Number(source.version.split('/')[4] ?? 1)
  return { ...source, version: `${unnumbered(source.version)}/${number + 1}` }
}
