import { ListObjectsV2Command, type S3Client } from '@aws-sdk/client-s3'
import type { ModelSource } from '../../../engine/models/model-source.ts'
import { s3FileStore } from '../adapters/s3/s3-file-store.ts'

/** The objects directly below a prefix. @param uri `s3://bucket/prefix/` */
export function s3ModelSource(s3: S3Client, uri: string): ModelSource {
  const { host: bucket, pathname } = new URL(uri)
  const prefix = pathname.slice(1)
  const files = s3FileStore(s3, bucket)
  return {
    name: uri,
    list: async () => {
      const { Contents = [] } = await s3.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, Delimiter: '/' }),
      )
      return Contents.flatMap(({ Key }) => Key?.slice(prefix.length) || [])
    },
    read: async (name, most) => {
      const found = await files.get(prefix + name, most)
      if (found === 'absent') throw new Error(`${name} is missing.`)
      if (found === 'too large') throw new Error(`${name} has more than ${most} bytes.`)
      return found
    },
  }
}
