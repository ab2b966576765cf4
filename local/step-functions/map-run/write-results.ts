import type { MapState } from '../definition/schema.ts'
import { isObject, type Json } from '../json.ts'
import type { Branch } from '../run/engine.ts'
import { checkSize, fillTemplate } from '../run/scope.ts'
import { StateError } from '../state-error.ts'
import type { ExecutionRow } from '../store/executions.ts'
import type { MapRunRow } from '../store/map-runs.ts'
import { childrenOf } from './map-children.ts'

type Writer = NonNullable<MapState['ResultWriter']>

const included = { Included: true }

/** A child as the result files describe it, unless the writer's Transformation is COMPACT. */
function describeChild(row: ExecutionRow): object {
  return {
    ExecutionArn: row.arn,
    Input: row.input,
    InputDetails: included,
    Name: row.name,
    ...(row.output === null ? {} : { Output: row.output, OutputDetails: included }),
    ...(row.error === null ? {} : { Error: row.error }),
    ...(row.cause === null ? {} : { Cause: row.cause }),
    StartDate: new Date(row.started).toISOString(),
    StateMachineArn: row.machine,
    Status: row.status,
    ...(row.stopped === null ? {} : { StopDate: new Date(row.stopped).toISOString() }),
  }
}

function* resultParts(
  rows: Iterable<ExecutionRow>,
  takes: (row: ExecutionRow) => boolean,
  compact: boolean,
): Generator<string> {
  let before = '['
  for (const row of rows) {
    if (!takes(row)) continue
    yield before + (compact ? (row.output ?? 'null') : JSON.stringify(describeChild(row)))
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}

async function writeResultFiles(branch: Branch, mapRun: MapRunRow, writer: Writer): Promise<Json> {
  const { engine } = branch.run
  const args = await fillTemplate(branch, writer.Arguments, 'ResultWriter/Arguments')
  const { Bucket: bucket, Prefix: prefix = '' } = isObject(args) ? args : {}
  if (typeof bucket !== 'string' || typeof prefix !== 'string')
    throw new TypeError('Arguments need a Bucket and may have a Prefix')
  const folder = `${prefix === '' ? '' : `${prefix.replace(/\/$/, '')}/`}${mapRun.arn.split(':').at(-1)}`
  const put = async (name: string, good: boolean): Promise<Json[]> => {
    const key = `${folder}/${name}_0.json`
    const takes = (row: ExecutionRow): boolean => (row.status === 'SUCCEEDED') === good
    const compact = good && writer.WriterConfig?.Transformation === 'COMPACT'
    const size = await engine
      .objectsOf(mapRun.machine)
      .write(bucket, key, resultParts(childrenOf(engine, mapRun), takes, compact))
    return size > 2 ? [{ Key: key, Size: size }] : []
  }
  const files = {
    FAILED: await put('FAILED', false),
    PENDING: [],
    SUCCEEDED: await put('SUCCEEDED', true),
  }
  const manifest = { DestinationBucket: bucket, MapRunArn: mapRun.arn, ResultFiles: files }
  await engine
    .objectsOf(mapRun.machine)
    .write(bucket, `${folder}/manifest.json`, [JSON.stringify(manifest)])
  return {
    MapRunArn: mapRun.arn,
    ResultWriterDetails: { Bucket: bucket, Key: `${folder}/manifest.json` },
  }
}

/**
 * The result of a map run: the outputs of its children in the order they were started, or, with a ResultWriter, where
 * those were written (Developer Guide, "ResultWriter (Map)"). Throws States.DataLimitExceeded or
 * States.ResultWriterFailed.
 */
export async function writeResults(
  branch: Branch,
  { ResultWriter }: MapState,
  mapRun: MapRunRow,
): Promise<Json> {
  if (ResultWriter === undefined) {
    const outputs: Json[] = []
    for (const { output } of childrenOf(branch.run.engine, mapRun))
      if (output !== null) outputs.push(JSON.parse(output) as Json)
    return checkSize(branch, outputs, 'a result')
  }
  try {
    return await writeResultFiles(branch, mapRun, ResultWriter)
  } catch (thrown) {
    if (thrown instanceof StateError) throw thrown
    throw new StateError('States.ResultWriterFailed', (thrown as Error).message)
  }
}
