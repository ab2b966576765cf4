import { test } from 'vitest'
import { startOwn, streamVideo } from './stream-video.ts'

test('a video passes through the pipeline and back in a stream, each byte of it', async () => {
  await streamVideo(await startOwn('streaming'), 'url', 8_000_000)
})
