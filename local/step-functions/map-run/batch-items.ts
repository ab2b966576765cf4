import type { MapState } from '../definition/schema.ts'
import { type Json, jsonBytes, maxPayloadBytes } from '../json.ts'
import type { Branch } from '../run/engine.ts'
import { numberField } from '../run/number-field.ts'
import { fillTemplate } from '../run/scope.ts'

/** The input of one child execution and the number of items in it. */
export type ChildInput = { input: Json; items: number }

/**
 * The inputs of child executions. Without an ItemBatcher each item is an input. With one, `Items` holds a list of
 * them next to the `BatchInput`, and a batch ends at its largest number of items or of bytes (Developer Guide,
 * "ItemBatcher (Map)").
 */
export async function* batchItems(
  branch: Branch,
  { ItemBatcher }: MapState,
  source: AsyncIterable<Json>,
): AsyncGenerator<ChildInput> {
  if (ItemBatcher === undefined) {
    for await (const input of source) yield { input, items: 1 }
    return
  }
  const { MaxItemsPerBatch, MaxInputBytesPerBatch, BatchInput } = ItemBatcher
  const maxItems = await numberField(branch, 'MaxItemsPerBatch', MaxItemsPerBatch)
  const maxBytes = await numberField(branch, 'MaxInputBytesPerBatch', MaxInputBytesPerBatch)
  const shared =
    BatchInput === undefined
      ? {}
      : { BatchInput: await fillTemplate(branch, BatchInput, 'ItemBatcher/BatchInput') }
  const itemBytes = Math.min(maxBytes || maxPayloadBytes, maxPayloadBytes) - jsonBytes(shared) - 12
  let batch: Json[] = []
  let size = 0
  for await (const item of source) {
    const added = jsonBytes(item) + 1
    if (batch.length > 0 && (size + added > itemBytes || batch.length >= (maxItems || Infinity))) {
      yield { input: { ...shared, Items: batch }, items: batch.length }
      batch = []
      size = 0
    }
    batch.push(item)
    size += added
  }
  if (batch.length > 0) yield { input: { ...shared, Items: batch }, items: batch.length }
}
