import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { VideoDriver } from '../../../engine/video/video-driver.ts'
import { writeVideo } from '../../../engine/video/write-video.ts'

test('an encoder starts without a frame, and gives way to this process', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'write-video-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'niceness')
  const tell = "require('fs').writeFileSync(process.argv[1], String(require('os').getPriority()))"
  const driver: Partial<VideoDriver> = {
    encode: (plan) => ({
      program: process.execPath,
      args: ['-e', `${tell}; process.stdin.resume()`, plan.path],
    }),
  }
  const plan = { path, timescale: 30, interval: 1 / 30, colours: {} }
  const writer = writeVideo(
    plan,
    { width: 2, height: 2 },
    { driver: driver as VideoDriver, folder },
  )
  await writer.finish()
  const most = constants.priority.PRIORITY_LOW
  expect(Number(await readFile(path, 'utf8'))).toBe(Math.min(most, getPriority() + 5))
})
