import { headVersion } from '../../pipeline/core/adapters/s3-version.ts'
import { chooseAlike } from '../../pipeline/core/begin/choose-alike.ts'
import { executionName } from '../../pipeline/core/begin/execution-name.ts'
import { readJob } from '../jobs/read-job.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/**
 * The job that the object under a key becomes under a recipe, begun or not: its name depends on the object's version
 * and the recipe alone. Undefined where nothing lies there.
 */
export async function jobOfKey(
  key: string,
  recipe: string,
  clients: Pick<PipelineClients, 's3' | 'db' | 'at'>,
): Promise<string | undefined> {
  const bucket = clients.at.dropBucket
  const found = await headVersion(clients.s3, { bucket, key })
  if (!found) return undefined
  const { version, size, etag } = found
  const get = (id: string) => readJob(clients, id)
  return executionName(
    await chooseAlike({ bucket, key, version, size, etag }, recipe, { get }),
    recipe,
  )
}
