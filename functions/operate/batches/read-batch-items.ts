import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { Batch, ItemResult } from '../../pipeline/core/ports/batch.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** Which items are asked for: from the byte `after` of the list on, only those of one state or some. */
export type ItemsAsked = {
  after?: number | undefined
  state?: ItemResult['status'] | readonly ItemResult['status'][] | undefined
}

export type ItemsPage = {
  items: ItemResult[]
  /** The byte at which the next page begins; absent after the last item. */
  next?: number
}

/** A page is cut out of the list by its bytes: some thousand lines of 200 bytes. */
const PAGE_BYTES = 512 * 1024
const MOST_ITEMS = 200

/**
 * A page of the items of a batch that has ended, in the order of its manifest. The list is read by ranges, so that a
 * million lines cost no more than the page that is looked at. A batch without a list has no items yet.
 */
export async function readBatchItems(
  { results }: Pick<Batch, 'results'>,
  { after = 0, state }: ItemsAsked,
  { s3, at }: Pick<PipelineClients, 's3' | 'at'>,
): Promise<ItemsPage> {
  if (results === undefined) return { items: [] }
  const { Body, ContentRange } = await s3.send(
    new GetObjectCommand({
      Bucket: at.resultsBucket,
      Key: results,
      Range: `bytes=${after}-${after + PAGE_BYTES - 1}`,
    }),
  )
  const bytes = Buffer.from((await Body?.transformToByteArray()) ?? [])
  const size = Number(ContentRange?.split('/')[1] ?? after + bytes.length)
  const items: ItemResult[] = []
  let read = 0
  while (read < bytes.length && items.length < MOST_ITEMS) {
    const end = bytes.indexOf(10, read)
    // A line that goes on behind the range is read with the next page.
    if (end < 0 && after + bytes.length < size) break
    const line = bytes.subarray(read, end < 0 ? bytes.length : end).toString('utf8')
    read = end < 0 ? bytes.length : end + 1
    if (line.trim() === '') continue
    const item = JSON.parse(line) as ItemResult
    if (state === undefined || [state].flat().includes(item.status)) items.push(item)
  }
  const next = after + read
  return { items, ...(next < size && read > 0 && { next }) }
}
