import type { ChecksumAlgorithm } from '../checksum/algorithms.ts'
import type { ReceivedBody } from '../store/open-bodies.ts'
import { readSegments, versionSegments } from '../store/read-segments.ts'
import type { VersionRow } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { checkPayload } from './check-payload.ts'

/** Copies bytes `start` to `end` (inclusive) of a version to a body of their own. */
export async function copyBody(
  store: Store,
  version: VersionRow,
  range: { start: number; end: number },
  algorithm: ChecksumAlgorithm | undefined,
): Promise<ReceivedBody> {
  const segments = versionSegments(store.index, version.seq)
  const bytes =
    range.end < range.start
      ? nothing()
      : readSegments(store.bodies, segments, range.start, range.end)
  const payload = checkPayload({ bytes, trailers: new Map() }, {}, algorithm)
  const { body, size } = await store.bodies.write(payload.bytes)
  const { md5, checksum } = payload.digests()
  return {
    size,
    md5,
    segments: body === undefined ? [] : [{ body, size }],
    ...(algorithm && checksum && { checksum: { algorithm, value: checksum } }),
  }
}

async function* nothing(): AsyncGenerator<Buffer> {}
