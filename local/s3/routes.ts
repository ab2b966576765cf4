import { abortMultipartUpload } from './actions/abort-multipart-upload.ts'
import { completeMultipartUpload } from './actions/complete-multipart-upload.ts'
import { createBucket } from './actions/create-bucket.ts'
import { createMultipartUpload } from './actions/create-multipart-upload.ts'
import { deleteBucket } from './actions/delete-bucket.ts'
import { deleteObject } from './actions/delete-object.ts'
import { getBucketLocation } from './actions/get-bucket-location.ts'
import { getObject } from './actions/get-object.ts'
import { headBucket } from './actions/head-bucket.ts'
import { listBuckets } from './actions/list-buckets.ts'
import { putObject } from './actions/put-object.ts'
import { uploadPart } from './actions/upload-part.ts'
import type { Action } from './call.ts'

/** One operation: where it is asked for, the parameters it needs, and those it may have. */
export type Route = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  on: 'service' | 'bucket' | 'object'
  needs: readonly string[]
  takes?: readonly string[]
  /** Whether the request names a copy source. */
  copies?: boolean
  action: Action
}

const READ = [
  'versionId',
  'partNumber',
  'response-cache-control',
  'response-content-disposition',
  'response-content-encoding',
  'response-content-language',
  'response-content-type',
  'response-expires',
]

/** Every operation there is. The first that fits is meant, so those that need more stand first. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', on: 'service', needs: [], action: listBuckets },

  { method: 'GET', on: 'bucket', needs: ['location'], action: getBucketLocation },
  { method: 'PUT', on: 'bucket', needs: [], action: createBucket },
  { method: 'HEAD', on: 'bucket', needs: [], action: headBucket },
  { method: 'DELETE', on: 'bucket', needs: [], action: deleteBucket },

  { method: 'POST', on: 'object', needs: ['uploads'], action: createMultipartUpload },
  { method: 'PUT', on: 'object', needs: ['partNumber', 'uploadId'], action: uploadPart },
  { method: 'POST', on: 'object', needs: ['uploadId'], action: completeMultipartUpload },
  { method: 'DELETE', on: 'object', needs: ['uploadId'], action: abortMultipartUpload },
  { method: 'GET', on: 'object', needs: [], takes: READ, action: getObject },
  { method: 'HEAD', on: 'object', needs: [], takes: READ, action: getObject },
  { method: 'PUT', on: 'object', needs: [], action: putObject },
  { method: 'DELETE', on: 'object', needs: [], takes: ['versionId'], action: deleteObject },
]
