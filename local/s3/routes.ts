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
import { getBucketNotification } from './actions/get-bucket-notification.ts'
import { getBucketVersioning } from './actions/get-bucket-versioning.ts'
import { getObject } from './actions/get-object.ts'
import { getObjectAttributes } from './actions/get-object-attributes.ts'
import { getObjectTagging } from './actions/get-object-tagging.ts'
import { headBucket } from './actions/head-bucket.ts'
import { listBuckets } from './actions/list-buckets.ts'
import { listMultipartUploads } from './actions/list-multipart-uploads.ts'
import { listObjectVersions } from './actions/list-object-versions.ts'
import { listObjects } from './actions/list-objects.ts'
import { listObjectsV2 } from './actions/list-objects-v2.ts'
import { listParts } from './actions/list-parts.ts'
import { postObject } from './actions/post-object.ts'
import { putBucketVersioning } from './actions/put-bucket-versioning.ts'
import { putObject } from './actions/put-object.ts'
import { putObjectTagging } from './actions/put-object-tagging.ts'
import { restoreObject } from './actions/restore-object.ts'
import { uploadPart } from './actions/upload-part.ts'
import { uploadPartCopy } from './actions/upload-part-copy.ts'
import type { Route } from './route.ts'

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

const WRITE = ['if-match', 'if-none-match']
const SOURCE = [
  'x-amz-copy-source-if-match',
  'x-amz-copy-source-if-none-match',
  'x-amz-copy-source-if-modified-since',
  'x-amz-copy-source-if-unmodified-since',
]

/** Every operation there is. The first that fits is meant, so those that need more stand first. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', on: 'service', needs: [], right: 's3:ListAllMyBuckets', action: listBuckets },

  {
    method: 'GET',
    on: 'bucket',
    needs: ['location'],
    right: 's3:GetBucketLocation',
    action: getBucketLocation,
  },
  {
    method: 'GET',
    on: 'bucket',
    needs: ['notification'],
    right: 's3:GetBucketNotification',
    action: getBucketNotification,
  },
  {
    method: 'GET',
    on: 'bucket',
    needs: ['versioning'],
    right: 's3:GetBucketVersioning',
    action: getBucketVersioning,
  },
  {
    method: 'GET',
    on: 'bucket',
    needs: ['versions'],
    takes: VERSIONS,
    right: 's3:ListBucketVersions',
    action: listObjectVersions,
  },
  {
    method: 'GET',
    on: 'bucket',
    needs: ['uploads'],
    takes: UPLOADS,
    right: 's3:ListBucketMultipartUploads',
    action: listMultipartUploads,
  },
  {
    method: 'GET',
    on: 'bucket',
    needs: ['list-type'],
    takes: LIST_V2,
    right: 's3:ListBucket',
    action: listObjectsV2,
  },
  {
    method: 'GET',
    on: 'bucket',
    needs: [],
    takes: [...LIST, 'marker'],
    right: 's3:ListBucket',
    action: listObjects,
  },
  { method: 'HEAD', on: 'bucket', needs: [], right: 's3:ListBucket', action: headBucket },
  {
    method: 'PUT',
    on: 'bucket',
    needs: ['versioning'],
    right: 's3:PutBucketVersioning',
    action: putBucketVersioning,
  },
  { method: 'PUT', on: 'bucket', needs: [], right: 's3:CreateBucket', action: createBucket },
  { method: 'POST', on: 'bucket', needs: ['delete'], action: deleteObjects },
  { method: 'DELETE', on: 'bucket', needs: [], right: 's3:DeleteBucket', action: deleteBucket },

  {
    method: 'GET',
    on: 'object',
    needs: ['tagging'],
    takes: VERSION,
    right: 's3:GetObjectTagging',
    action: getObjectTagging,
  },
  {
    method: 'GET',
    on: 'object',
    needs: ['attributes'],
    takes: VERSION,
    right: 's3:GetObjectAttributes',
    action: getObjectAttributes,
  },
  {
    method: 'GET',
    on: 'object',
    needs: ['uploadId'],
    takes: PARTS,
    right: 's3:ListMultipartUploadParts',
    action: listParts,
  },
  { method: 'GET', on: 'object', needs: [], takes: READ, right: 's3:GetObject', action: getObject },
  {
    method: 'HEAD',
    on: 'object',
    needs: [],
    takes: READ,
    right: 's3:GetObject',
    action: getObject,
  },
  {
    method: 'PUT',
    on: 'object',
    needs: ['tagging'],
    takes: VERSION,
    right: 's3:PutObjectTagging',
    action: putObjectTagging,
  },
  {
    method: 'PUT',
    on: 'object',
    needs: PART,
    copies: true,
    conditions: [...SOURCE, 'x-amz-copy-source-range'],
    right: 's3:PutObject',
    action: uploadPartCopy,
  },
  { method: 'PUT', on: 'object', needs: PART, right: 's3:PutObject', action: uploadPart },
  {
    method: 'PUT',
    on: 'object',
    needs: [],
    copies: true,
    conditions: [...WRITE, ...SOURCE],
    right: 's3:PutObject',
    action: copyObject,
  },
  {
    method: 'PUT',
    on: 'object',
    needs: [],
    conditions: WRITE,
    right: 's3:PutObject',
    action: putObject,
  },
  {
    method: 'POST',
    on: 'object',
    needs: [],
    form: true,
    right: 's3:PutObject',
    action: postObject,
  },
  {
    method: 'POST',
    on: 'object',
    needs: ['restore'],
    takes: VERSION,
    right: 's3:RestoreObject',
    action: restoreObject,
  },
  {
    method: 'POST',
    on: 'object',
    needs: ['uploads'],
    right: 's3:PutObject',
    action: createMultipartUpload,
  },
  {
    method: 'POST',
    on: 'object',
    needs: ['uploadId'],
    conditions: WRITE,
    right: 's3:PutObject',
    action: completeMultipartUpload,
  },
  {
    method: 'DELETE',
    on: 'object',
    needs: ['tagging'],
    takes: VERSION,
    right: 's3:DeleteObjectTagging',
    action: deleteObjectTagging,
  },
  {
    method: 'DELETE',
    on: 'object',
    needs: ['uploadId'],
    right: 's3:AbortMultipartUpload',
    action: abortMultipartUpload,
  },
  {
    method: 'DELETE',
    on: 'object',
    needs: [],
    takes: VERSION,
    conditions: ['if-match'],
    right: 's3:DeleteObject',
    action: deleteObject,
  },
]
