import { afterAll, beforeAll, test } from 'vitest'
import { type Run, startRun } from './start-run.ts'
import { streamVideo } from './stream-video.ts'
import { streamingWorker } from './streaming-worker.ts'

let run: Run
const said: string[] = []
beforeAll(async () => {
  const throughout = streamingWorker((what, { size, sha256 }) => {
    said.push(`${what} ${size} ${sha256}`)
  })
  run = await startRun({}, { throughout })
})
afterAll(() => run.close())

// `long-video.long.test.ts` has a process of its own do it, whose memory is measured.
test('a video passes through the pipeline and back in a stream, each byte of it', async () => {
  await streamVideo({ run, said }, 'url', 8_000_000)
})
