import type { Answer, Call } from '../call.ts'
import type { BucketRow } from '../store/records.ts'
import { xmlAnswer } from '../xml-answer.ts'
import { isoTime, OWNER } from './answer-values.ts'

/** Lists all buckets by name, on one page (ListBuckets). */
export function listBuckets({ store }: Call): Answer {
  const buckets = store.index.all<BucketRow>('SELECT * FROM bucket ORDER BY name')
  return xmlAnswer('ListAllMyBucketsResult', {
    Owner: OWNER,
    Buckets: {
      Bucket: buckets.map(({ name, created }) => ({
        Name: name,
        CreationDate: isoTime(created),
        BucketRegion: store.region,
      })),
    },
  })
}
