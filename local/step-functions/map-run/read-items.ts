import type { MapState } from '../definition/schema.ts'
import { isObject, type Json } from '../json.ts'
import type { Branch } from '../run/engine.ts'
import { numberField } from '../run/number-field.ts'
import { fillTemplate } from '../run/scope.ts'
import { StateError } from '../state-error.ts'
import { readCsv } from './read-csv.ts'
import { readLines } from './read-lines.ts'

type Reader = NonNullable<MapState['ItemReader']>

async function* readJsonLines(lines: AsyncIterable<string>): AsyncGenerator<Json> {
  for await (const line of lines) if (line.trim() !== '') yield JSON.parse(line) as Json
}

async function* fromObject(
  branch: Branch,
  { ReaderConfig }: Reader,
  { Bucket: bucket, Key: key, VersionId: version }: { [name: string]: Json },
): AsyncGenerator<Json> {
  if (typeof bucket !== 'string' || typeof key !== 'string')
    throw new TypeError('Arguments need a Bucket and a Key')
  const place = { bucket, key, ...(typeof version === 'string' ? { version } : {}) }
  const lines = readLines(await branch.run.engine.objectsOf(branch.run.row.machine).open(place))
  yield* ReaderConfig?.InputType === 'CSV' ? readCsv(lines) : readJsonLines(lines)
}

async function* fromReader(branch: Branch, reader: Reader): AsyncGenerator<Json> {
  const args = await fillTemplate(branch, reader.Arguments, 'ItemReader/Arguments')
  const most = await numberField(branch, 'MaxItems', reader.ReaderConfig?.MaxItems)
  let read = 0
  try {
    if (!isObject(args)) throw new TypeError('Arguments must be an object')
    const { Bucket: bucket = '', Prefix: prefix = '' } = args
    const items = reader.Resource.endsWith('getObject')
      ? fromObject(branch, reader, args)
      : branch.run.engine.objectsOf(branch.run.row.machine).list(String(bucket), String(prefix))
    for await (const item of items) {
      if (most !== null && read++ >= most) return
      yield item
    }
  } catch (thrown) {
    throw new StateError('States.ItemReaderFailed', (thrown as Error).message)
  }
}

async function* fromList(branch: Branch, { Items }: MapState): AsyncGenerator<Json> {
  const items =
    Items === undefined ? branch.frame.input : await fillTemplate(branch, Items, 'Items')
  if (!Array.isArray(items))
    throw new StateError('States.QueryEvaluationError', `The field 'Items' must give an array.`)
  yield* items
}

/**
 * The items of a distributed map after the first `skip`, read one at a time, each shaped by the ItemSelector
 * (Developer Guide, "ItemReader (Map)"). A failure to read them is States.ItemReaderFailed.
 */
export async function* readItems(
  branch: Branch,
  state: MapState,
  skip: number,
): AsyncGenerator<Json> {
  const source = state.ItemReader ? fromReader(branch, state.ItemReader) : fromList(branch, state)
  let index = 0
  for await (const value of source) {
    const item = { Index: index++, Value: value }
    if (index <= skip) continue
    yield state.ItemSelector === undefined
      ? value
      : await fillTemplate(branch, state.ItemSelector, 'ItemSelector', { item })
  }
}
