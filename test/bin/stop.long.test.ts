import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { localAdminContext } from '../../bin/connection/admin-context.ts'
import { localPipelineClients } from '../../bin/connection/pipeline-clients.ts'
import { followJob } from '../../bin/jobs/follow-job.ts'
import { localProgress } from '../../bin/jobs/local-progress.ts'
import { newFrame } from '../../engine/video/video-info.ts'
import { runningTasksOf } from '../../functions/operate/jobs/running-tasks.ts'
import { stopJob } from '../../functions/operate/jobs/stop-job.ts'
import { stopTask } from '../../functions/service/core/tasks/stop-task.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { evenly } from '../engine/video/draw-video.ts'
import { drawWalk } from '../engine/video/draw-walk.ts'
import { videoBytes } from '../engine/video/video-bytes.ts'
import { drop } from '../stack/drop.ts'
import { eventually } from '../stack/eventually.ts'
import { putRecipe } from '../stack/put-recipe.ts'
import { endedJob } from '../stack/read-job.ts'
import { type Run, startRun } from '../stack/start-run.ts'

const execute = promisify(execFile)

const dataDir = mkdtempSync(join(tmpdir(), 'stop-test-'))
let run: Run
beforeAll(async () => {
  run = await startRun({}, { dataDir })
})
afterAll(async () => {
  await run.close()
  rmSync(dataDir, { recursive: true, force: true })
})

// In `npm test` `shared-videos.test.ts` stops a video, and `console-changes.ts` a job with its task.
test('a long video is stopped on its way: its frames are counted, and it costs nothing', async () => {
  const { width, height, draw } = await drawWalk(160, 120)
  const few = Array.from({ length: 24 }, (_, at) => {
    const frame = newFrame(width, height, 0)
    draw(frame, at)
    return frame.planes
  })
  const again = ({ planes }: { planes: Uint8Array }, at: number) => planes.set(few[at % 24]!)
  const src = await videoBytes({ width, height, draw: again, pts: evenly(300, 512) })
  await putRecipe(run, 'slow', {
    steps: [{ feature: 'bg-replace-vid', inputs: { ref: { object: 'inputs/background.png' } } }],
  })
  const red = { create: { width: 64, height: 64, channels: 3 as const, background: '#d02020' } }
  const [Bucket, Key] = [run.at.dropBucket, 'inputs/background.png']
  await run.s3.send(new PutObjectCommand({ Bucket, Key, Body: await sharp(red).png().toBuffer() }))
  const clients = localPipelineClients(run.at)
  const admin = localAdminContext(run.at)
  const { job } = await drop(run, src, 'drop/slow/long.mp4')
  const said = await eventually('progress', () => localProgress(clients, job))
  expect(said).toMatch(/^\d+ of 300 frames/)
  const lines: string[] = []
  const out = { isTTY: false, write: (line: string) => lines.push(line) }
  const followed = followJob(clients, job, { out: out as unknown as typeof process.stderr })
  await eventually('how long it takes', () =>
    lines.find((line) => /\d+ of 300 frames, [\d.]+ a second, about \d+ s left\n/.test(line)),
  )
  const { stopped, runsOn } = await stopByCommand(job)
  expect(runsOn).toBe(false)
  expect(stopped).toHaveLength(1)
  const task = await admin.tasks.get(stopped[0]!)
  expect(task).toMatchObject({ status: 'error', errorMessage: 'The task was stopped.' })
  const { failure } = await endedJob(run, job, 60_000)
  expect(failure).toMatchObject({ code: 'JobAborted' })
  expect((await followed).status).toBe('failed')
  // Its worker notices and is free for others.
  const next = await drop(run, src.subarray(0, 1500), 'drop/slow/next.mp4')
  expect((await endedJob(run, next.job, 60_000)).failure?.code).toBe('TaskFailed')
  await expectRunsOn(src)
  await expect(stopJob(clients, admin, job)).rejects.toThrow('is not running')
  admin.close()
  clients.close()
})

/** Where the service is another's, its task runs on and may be charged. */
async function expectRunsOn(src: Buffer): Promise<void> {
  const clients = localPipelineClients(run.at)
  const admin = localAdminContext(run.at)
  const other = await drop(run, src, 'drop/slow/other.mp4')
  await eventually('progress', () => localProgress(clients, other.job))
  expect(await stopJob(clients, undefined, other.job)).toEqual({ stopped: [], runsOn: true })
  const [left] = await runningTasksOf(admin, other.job)
  expect(left).toMatchObject({ status: 'running' })
  await stopTask(left!, admin)
  admin.close()
  clients.close()
}

/** With `--json` a command writes one document to its standard output, and nothing else. */
async function stopByCommand(job: string): Promise<{ stopped: string[]; runsOn: boolean }> {
  const words = ['bin/darkroom.ts', 'stop', job, '--json', '--data', dataDir]
  const { stdout } = await execute(process.execPath, words, { cwd: PROJECT_ROOT })
  return JSON.parse(stdout)
}
