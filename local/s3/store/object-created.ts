import { randomUUID } from 'node:crypto'
import type { BucketRow } from './records.ts'

type CreationReason = 'PutObject' | 'CompleteMultipartUpload' | 'CopyObject' | 'POST Object'

/** Who wrote an object, and how. */
export type EventCause = { reason: CreationReason; requestId: string; sourceIp: string }

/**
 * An "Object Created" event as EventBridge delivers it (Amazon S3 User Guide, "EventBridge event message structure").
 * `key` is plain text, not percent-encoded; `etag` has no quotes. Of two `sequencer`s of one key the greater text is
 * the later write.
 */
export type ObjectCreatedEvent = {
  version: '0'
  id: string
  'detail-type': 'Object Created'
  source: 'aws.s3'
  account: string
  /** ISO 8601, whole seconds. */
  time: string
  region: string
  resources: string[]
  detail: {
    version: '0'
    bucket: { name: string }
    object: { key: string; size: number; etag: string; 'version-id'?: string; sequencer: string }
    'request-id': string
    requester: string
    'source-ip-address': string
    reason: CreationReason
  }
}

/** The account that everything local belongs to. */
export const LOCAL_ACCOUNT = '000000000000'

const SEQUENCER_DIGITS = 18

type CreatedVersion = {
  bucket: BucketRow
  key: string
  size: number
  etag: string
  id: string
  seq: number
  modified: number
  cause: EventCause
}

/** The event of a new version. */
export function objectCreated(version: CreatedVersion, region: string): ObjectCreatedEvent {
  const { bucket, cause } = version
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Object Created',
    source: 'aws.s3',
    account: LOCAL_ACCOUNT,
    time: new Date(version.modified).toISOString().replace(/\.\d+Z/, 'Z'),
    region,
    resources: [`arn:aws:s3:::${bucket.name}`],
    detail: {
      version: '0',
      bucket: { name: bucket.name },
      object: {
        key: version.key,
        size: version.size,
        etag: version.etag,
        ...(bucket.versioning === null ? {} : { 'version-id': version.id }),
        sequencer: version.seq.toString(16).toUpperCase().padStart(SEQUENCER_DIGITS, '0'),
      },
      'request-id': cause.requestId,
      requester: LOCAL_ACCOUNT,
      'source-ip-address': cause.sourceIp,
      reason: cause.reason,
    },
  }
}
