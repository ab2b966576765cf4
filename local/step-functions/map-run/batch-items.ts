import type { MapState } from '../definition/schema.ts'
import { type Json, jsonBytes, maxPayloadBytes } from '../json.ts'
import type { Branch } from '../run/engine.ts'
import { numberField } from '../run/number-field.ts'
import { fillTemplate } from '../run/scope.ts'

/** The input of one child execution and how many items are in it. */
export type ChildInput = { input: Json; items: number }

/**
 * Inputs of child executions: an item each, or with an ItemBatcher lists of them under `Items` beside the `BatchInput`, closed by
 * their number or by their bytes.
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
  const number = await numberField(branch, 'MaxItemsPerBatch', MaxItemsPerBatch)
  const bytes = await numberField(branch, 'MaxInputBytesPerBatch', MaxInputBytesPerBatch)
  const beside =
    BatchInput === undefined
      ? {}
      : { BatchInput: await fillTemplate(branch, BatchInput, 'ItemBatcher/BatchInput') }
  const room = Math.min(bytes || maxPayloadBytes, maxPayloadBytes) - jsonBytes(beside) - 12
  let batch: Json[] = []
  let size = 0
  for await (const item of source) {
    const more = jsonBytes(item) + 1
    if (batch.length > 0 && (size + more > room || batch.length >= (number || Infinity))) {
      yield { input: { ...beside, Items: batch }, items: batch.length }
      batch = []
      size = 0
    }
    batch.push(item)
    size += more
  }
  if (batch.length > 0) yield { input: { ...beside, Items: batch }, items: batch.length }
}
