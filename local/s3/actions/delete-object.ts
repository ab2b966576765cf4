import type { Answer, Call } from '../call.ts'
import { queryValue } from '../request-target.ts'
import { deleteObject as deleteFromStore } from '../store/delete-object.ts'

/** Deletes an object or one version of it (DeleteObject); 204 even when there was none. */
export async function deleteObject(call: Call): Promise<Answer> {
  const deleted = await deleteFromStore(call.store, {
    bucket: call.bucket,
    key: call.key,
    versionId: queryValue(call.query, 'versionId'),
    condition: { ifMatch: call.headers['if-match'] },
  })
  return {
    status: 204,
    headers: {
      'x-amz-version-id': deleted.versionId,
      'x-amz-delete-marker': deleted.deleteMarker ? 'true' : undefined,
    },
  }
}
