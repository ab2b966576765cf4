import { DeleteObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import { readJob } from '../../functions/operate/jobs/read-job.ts'
import type { Job } from '../../functions/operate/pipeline-records.ts'
import { entriesOf } from '../../functions/operate/pipeline-records.ts'
import { deleteTask } from '../../functions/service/admin.ts'
import type { OpenedSite } from '../connection/open-site.ts'

/** What a verification made. */
export type Traces = {
  /** In the drop bucket. */
  objects: readonly { key: string; version: string | undefined }[]
  job: string | undefined
}

/**
 * Removes what a verification made: the dropped file and the recipe with their versions, results and receipt, the
 * effect tasks of our own service with their files, and the job's record, last, so that a repetition finds the rest. A
 * job that still runs keeps its record. Detections, units and the inbox's items leave by themselves.
 */
export async function removeTraces(
  site: OpenedSite,
  { objects, job: id }: Traces,
): Promise<undefined> {
  const { s3, db, at } = site.pipeline
  for (const { key, version } of objects) {
    const target = { Bucket: at.dropBucket, Key: key, ...(version && { VersionId: version }) }
    await s3.send(new DeleteObjectCommand(target))
  }
  const job = id === undefined ? undefined : await readJob(site.pipeline, id)
  if (!job || job.status === 'running') return undefined
  await removeResults(site, job)
  await removeTasks(site, job)
  for (const { id: entry } of [...entriesOf(job), { id: job.id }]) {
    await db.send(new DeleteCommand({ TableName: at.jobsTable, Key: { id: entry } }))
  }
  return undefined
}

async function removeResults({ pipeline: { s3, at } }: OpenedSite, job: Job): Promise<void> {
  const [result] = job.results ?? []
  const prefix = result?.key.slice(0, result.key.indexOf(`${job.id}/`)) ?? 'results/'
  const pages = paginateListObjectsV2(
    { client: s3 },
    { Bucket: at.resultsBucket, Prefix: `${prefix}${job.id}/` },
  )
  for await (const { Contents = [] } of pages) {
    for (const { Key } of Contents) {
      if (Key) await s3.send(new DeleteObjectCommand({ Bucket: at.resultsBucket, Key }))
    }
  }
}

async function removeTasks({ service }: OpenedSite, { trail }: Job): Promise<void> {
  if (!service) return
  for (const { taskId } of trail?.steps.flatMap(({ tasks }) => tasks) ?? []) {
    const task = taskId === undefined ? undefined : await service.tasks.get(taskId)
    if (task && task.status !== 'running') {
      await deleteTask(task.account, { task_id: task.id }, service)
    }
  }
}
