import type { Answer, Call } from '../call.ts'
import { findBucket } from '../store/find-bucket.ts'
import { xmlAnswer } from '../xml-answer.ts'

/**
 * GetBucketNotificationConfiguration. A bucket tells EventBridge or nobody: queues, topics and functions are no
 * receivers here. The configuration of a bucket that tells nobody is empty.
 */
export function getBucketNotification({ store, bucket }: Call): Answer {
  const { notify } = findBucket(store.index, bucket)
  return xmlAnswer(
    'NotificationConfiguration',
    notify === 1 ? { EventBridgeConfiguration: '' } : {},
  )
}
