import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MapObjectStore } from '../../../local/step-functions/map-object-store.ts'
import { startStepFunctions } from '../../../local/step-functions/start-step-functions.ts'
import { operatorOnly } from '../../setup/account.ts'
import { signedPost } from '../../setup/signed-post.ts'
import { obey } from './around-commits.ts'
import { account, invoke, machine, region } from './definitions.ts'

/** Items of the map; each child execution calls one function with its item. */
export const items = 7

export const distributedKillDefinition = machine({
  M: {
    Type: 'Map',
    ItemReader: {
      Resource: 'arn:aws:states:::s3:listObjectsV2',
      Arguments: { Bucket: 'b', Prefix: '' },
    },
    MaxConcurrency: 2,
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      StartAt: 'I',
      States: { I: invoke('each') },
    },
    End: true,
  },
})

export const killObjects: MapObjectStore = {
  list: async function* () {
    for (let n = 0; n < items; n++) yield { n }
  },
  open: () => Promise.reject(new Error('nothing is read')),
  write: () => Promise.reject(new Error('nothing is written')),
}

/** Writes every call to `calls.log` before it answers with the number of its item. */
export function notedInvoke(dataDir: string) {
  return async (_arn: string, payload: unknown): Promise<{ payload: unknown }> => {
    const { n } = payload as { n: number }
    appendFileSync(join(dataDir, 'calls.log'), `${n}\n`)
    return { payload: n }
  }
}

/** The items that were passed to calls, in order. */
export function notedCalls(dataDir: string): number[] {
  try {
    return readFileSync(join(dataDir, 'calls.log'), 'utf8').trim().split('\n').map(Number)
  } catch {
    return []
  }
}

/** One process of the interpreter, which starts the execution `job` or finds it, and calls `ended` at its end. */
export async function distributedLife(dataDir: string, ended: (status: string) => void) {
  const service = await startStepFunctions({
    dataDir,
    port: 0,
    region,
    account,
    access: operatorOnly(),
    objectsOf: () => killObjects,
    invoke: notedInvoke(dataDir),
    onStatusChange: ({ detail }) => {
      if (detail.name === 'job' && detail.status !== 'RUNNING') ended(detail.status)
    },
  })
  const { arn } = service.createStateMachine({
    name: 'killed',
    definition: distributedKillDefinition,
  })
  await signedPost(service.url, {
    service: 'states',
    region,
    headers: { 'x-amz-target': 'AWSStepFunctions.StartExecution' },
    body: JSON.stringify({ stateMachineArn: arn, name: 'job', input: '{}' }),
  })
  return { service, executionArn: `${arn.replace('stateMachine', 'execution')}:job` }
}

if (import.meta.main) {
  await distributedLife(obey(process.argv.slice(2)), () => process.exit(0))
}
