import { abortMultipartUpload } from './actions/abort-multipart-upload.ts'
import { completeMultipartUpload } from './actions/complete-multipart-upload.ts'
import { copyObject } from './actions/copy-object.ts'
import { createBucket } from './actions/create-bucket.ts'
import { createMultipartUpload } from './actions/create-multipart-upload.ts'
import { deleteBucket } from './actions/delete-bucket.ts'
import { deleteObject } from './actions/delete-object.ts'
import { deleteObjectTagging } from './actions/delete-object-tagging.ts'
import { deleteObjects } from './actions/delete-objects.ts'
import { getBucketLocation } from './actions/get-bucket-location.ts'
import { getBucketVersioning } from './actions/get-bucket-versioning.ts'
import { getObject } from './actions/get-object.ts'
import { getObjectTagging } from './actions/get-object-tagging.ts'
import { headBucket } from './actions/head-bucket.ts'
import { listBuckets } from './actions/list-buckets.ts'
import { listMultipartUploads } from './actions/list-multipart-uploads.ts'
import { listObjectVersions } from './actions/list-object-versions.ts'
import { listObjects } from './actions/list-objects.ts'
import { listObjectsV2 } from './actions/list-objects-v2.ts'
import { listParts } from './actions/list-parts.ts'
import { putBucketVersioning } from './actions/put-bucket-versioning.ts'
import { putObject } from './actions/put-object.ts'
import { putObjectTagging } from './actions/put-object-tagging.ts'
import { uploadPart } from './actions/upload-part.ts'
import { uploadPartCopy } from './actions/upload-part-copy.ts'
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

const LIST = ['prefix', 'delimiter', 'encoding-type', 'max-keys']
const LIST_V2 = [...LIST, 'continuation-token', 'start-after', 'fetch-owner']
const VERSIONS = [...LIST, 'key-marker', 'version-id-marker']
const UPLOADS = [
  'prefix',
  'delimiter',
  'encoding-type',
  'max-uploads',
  'key-marker',
  'upload-id-marker',
]
const PARTS = ['max-parts', 'part-number-marker']
const PART = ['partNumber', 'uploadId']
const VERSION = ['versionId']

/** Every operation there is. The first that fits is meant, so those that need more stand first. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', on: 'service', needs: [], action: listBuckets },

  { method: 'GET', on: 'bucket', needs: ['location'], action: getBucketLocation },
  { method: 'GET', on: 'bucket', needs: ['versioning'], action: getBucketVersioning },
  { method: 'GET', on: 'bucket', needs: ['versions'], takes: VERSIONS, action: listObjectVersions },
  { method: 'GET', on: 'bucket', needs: ['uploads'], takes: UPLOADS, action: listMultipartUploads },
  { method: 'GET', on: 'bucket', needs: ['list-type'], takes: LIST_V2, action: listObjectsV2 },
  { method: 'GET', on: 'bucket', needs: [], takes: [...LIST, 'marker'], action: listObjects },
  { method: 'HEAD', on: 'bucket', needs: [], action: headBucket },
  { method: 'PUT', on: 'bucket', needs: ['versioning'], action: putBucketVersioning },
  { method: 'PUT', on: 'bucket', needs: [], action: createBucket },
  { method: 'POST', on: 'bucket', needs: ['delete'], action: deleteObjects },
  { method: 'DELETE', on: 'bucket', needs: [], action: deleteBucket },

  { method: 'GET', on: 'object', needs: ['tagging'], takes: VERSION, action: getObjectTagging },
  { method: 'GET', on: 'object', needs: ['uploadId'], takes: PARTS, action: listParts },
  { method: 'GET', on: 'object', needs: [], takes: READ, action: getObject },
  { method: 'HEAD', on: 'object', needs: [], takes: READ, action: getObject },
  { method: 'PUT', on: 'object', needs: ['tagging'], takes: VERSION, action: putObjectTagging },
  { method: 'PUT', on: 'object', needs: PART, copies: true, action: uploadPartCopy },
  { method: 'PUT', on: 'object', needs: PART, action: uploadPart },
  { method: 'PUT', on: 'object', needs: [], copies: true, action: copyObject },
  { method: 'PUT', on: 'object', needs: [], action: putObject },
  { method: 'POST', on: 'object', needs: ['uploads'], action: createMultipartUpload },
  { method: 'POST', on: 'object', needs: ['uploadId'], action: completeMultipartUpload },
  {
    method: 'DELETE',
    on: 'object',
    needs: ['tagging'],
    takes: VERSION,
    action: deleteObjectTagging,
  },
  { method: 'DELETE', on: 'object', needs: ['uploadId'], action: abortMultipartUpload },
  { method: 'DELETE', on: 'object', needs: [], takes: VERSION, action: deleteObject },
]
