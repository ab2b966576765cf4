import { Readable } from 'node:stream'
import { GetObjectCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { MapObjectStore } from '../step-functions/map-object-store.ts'
import type { RunContext } from './run-context.ts'

type Frame = Pick<RunContext, 'region' | 'sessions' | 'shutdown'>

/** The local buckets as the distributed maps of each state machine use them with its role, streamed both ways. */
export function createMapObjectStores(
  { region, sessions, shutdown }: Frame,
  endpoint: string,
): (machineArn: string) => MapObjectStore {
  const stores = new Map<string, MapObjectStore>()
  return (labelled) => {
    const machineArn = labelled.replace(/\/[^/]*$/, '')
    const known = stores.get(machineArn)
    if (known) return known
    const credentials = sessions.get().get(machineArn)!.key
    const client = new S3Client({ region, credentials, endpoint, forcePathStyle: true })
    shutdown.add('stores', async () => client.destroy())
    const store = objectStoreOf(client)
    stores.set(machineArn, store)
    return store
  }
}

function objectStoreOf(client: S3Client): MapObjectStore {
  return {
    open: async ({ bucket, key, version }) => {
      const { Body } = await client.send(
        new GetObjectCommand({
          Bucket: bucket,
          Key: key,
          ...(version === undefined ? {} : { VersionId: version }),
        }),
      )
      if (!Body) throw new Error(`${key} has no body`)
      return Body.transformToWebStream()
    },

    list: async function* (bucket, prefix) {
      for await (const page of paginateListObjectsV2(
        { client },
        { Bucket: bucket, Prefix: prefix },
      ))
        for (const { Key = '', Size = 0, ETag = '', LastModified, StorageClass } of page.Contents ??
          [])
          yield {
            Key,
            Size,
            Etag: ETag,
            LastModified: Math.floor((LastModified?.getTime() ?? 0) / 1_000),
            StorageClass: StorageClass ?? 'STANDARD',
          }
    },

    write: async (bucket, key, parts) => {
      let size = 0
      const counted = function* () {
        for (const part of parts) {
          size += Buffer.byteLength(part)
          yield Buffer.from(part)
        }
      }
      const Body = Readable.from(counted(), { objectMode: false })
      await new Upload({ client, params: { Bucket: bucket, Key: key, Body } }).done()
      return size
    },
  }
}
