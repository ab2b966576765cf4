/** A turn of the event loop: what the stream has waiting is delivered meanwhile. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}

/**
 * Works off the newest frame of a stream, again and again until it ends, and drops the others: a stream that was handed
 * over keeps every frame, so that a slow machine would fall further and further behind the person.
 * @param work owns the frame until its promise settles
 */
export async function readNewest(
  reader: ReadableStreamDefaultReader<VideoFrame>,
  work: (frame: VideoFrame) => Promise<void>,
): Promise<void> {
  let newest: VideoFrame | undefined
  let ended = false
  const read = async (): Promise<void> => {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      newest?.close()
      newest = value
    }
    ended = true
  }
  const reading = read()
  while (!ended) {
    const frame = newest
    if (!frame) {
      await Promise.race([reading, pause()])
      continue
    }
    newest = undefined
    try {
      await work(frame)
    } finally {
      frame.close()
    }
    let waiting: VideoFrame | undefined
    do {
      waiting = newest
      await nextTask()
    } while (newest !== waiting)
  }
  newest?.close()
  await reading
}

/** Shorter than any camera's frame. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 4))
}
