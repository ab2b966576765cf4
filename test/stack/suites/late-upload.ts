import { HeadObjectCommand } from '@aws-sdk/client-s3'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '../eventually.ts'
import { noopWorker } from '../noop-worker.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'

let run: Run
beforeAll(async () => {
  run = await sharedRun('plain')
})

type Answer = {
  status: number
  data?: {
    task_id: string
    task_status: string
    files: [{ file_id: string; requests: [{ url: string; headers: Record<string, string> }] }]
  }
}

async function ask(path: string, body?: object): Promise<Answer> {
  const response = await fetch(`${run.at.baseUrl}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: { authorization: `Bearer ${run.at.apiKey}`, 'content-type': 'application/json' },
  })
  return (await response.json()) as Answer
}

test('what the URL of a slot takes after its task was deleted is removed as it comes', async () => {
  run.around('service/run-task', noopWorker())
  const file = { content_type: 'image/png', file_name: 'a.png', file_size: 3 }
  const made = (await ask('/s2s/v2.0/file', { files: [file] })).data!.files[0]
  const [{ url, headers }] = made.requests
  const put = async () => (await fetch(url, { method: 'PUT', headers, body: 'abc' })).status
  const Key = `uploads/${made.file_id}`
  const head = () =>
    run.s3.send(new HeadObjectCommand({ Bucket: run.at.service.files, Key })).then(
      () => 200,
      (error) => error.$metadata.httpStatusCode,
    )
  expect(await put()).toBe(200)
  expect(await head()).toBe(200)
  const path = '/s2s/v2.0/task/body-reshape'
  const body = { src_file_id: made.file_id, version: '1.0', features: { slim: 1 } }
  const { task_id } = (await ask(path, body)).data!
  await eventually('the end of the task', async () => {
    const { data } = await ask(`${path}/${task_id}`)
    return data?.task_status === 'running' ? undefined : data
  })
  expect(await ask('/s2s/v2.0/task/delete', { task_id })).toEqual({ status: 200 })
  expect(await head()).toBe(404)
  expect(await put()).toBe(200)
  await eventually('the removal', async () => (await head()) === 404 || undefined)
  expect(await ask(path, body)).toMatchObject({ status: 400 })
})
