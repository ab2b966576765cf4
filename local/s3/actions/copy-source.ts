import type { Call } from '../call.ts'
import { parseRequestTarget, queryValue } from '../request-target.ts'
import { S3Error } from '../s3-error.ts'
import { findVersion } from '../store/find-version.ts'
import type { VersionRow } from '../store/records.ts'
import { archiveState } from './archive-state.ts'
import { copySourceCondition, evaluateCondition } from './read-condition.ts'

/**
 * The version that `x-amz-copy-source` names (`[/]bucket/key[?versionId=…]`, percent-encoded), if its
 * conditions hold.
 *
 * @throws S3Error `InvalidArgument`, `PreconditionFailed`, and those of a read.
 */
export function copySource(call: Call): VersionRow {
  const header = call.fields['x-amz-copy-source'] ?? ''
  const source = parseRequestTarget(header.startsWith('/') ? header : `/${header}`)
  if (source.bucket === '' || source.key === '') {
    throw new S3Error('InvalidArgument', {
      message: 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
      fields: { ArgumentName: 'x-amz-copy-source' },
    })
  }
  const id = queryValue(source.query, 'versionId')
  const version = findVersion(call.store.index, source.bucket, source.key, id)
  if (evaluateCondition(copySourceCondition(call), version) !== 'holds') {
    throw new S3Error('PreconditionFailed')
  }
  if (archiveState(version, call.store.clock()) !== undefined) {
    throw new S3Error('ObjectNotInActiveTierError')
  }
  return version
}
