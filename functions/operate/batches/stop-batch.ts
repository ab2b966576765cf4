import { StopExecutionCommand } from '@aws-sdk/client-sfn'
import type { Batch } from '../../pipeline/core/ports/batch.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** Stops a running batch. Jobs that were begun go on to their own ends; `redriveBatch` takes up the rest. */
export async function stopBatch(
  { id }: Pick<Batch, 'id'>,
  { sfn, at }: Pick<PipelineClients, 'sfn' | 'at'>,
): Promise<{ batch: string }> {
  const executionArn = `${at.batchMachineArn.replace(':stateMachine:', ':execution:')}:${id}`
  await sfn.send(new StopExecutionCommand({ executionArn, cause: 'Stopped by an operator.' }))
  return { batch: id }
}
