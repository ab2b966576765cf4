/** The name under which the documents of this console hand pictures to each other; no other origin hears it. */
const CHANNEL = 'darkroom-camera'

/** Hands a picture to the page that opened the camera. */
export function handOver(picture: File): void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.postMessage(picture)
  channel.close()
}

/** Has `take` called with every picture that is handed over; gives what ends that. */
export function onHandedOver(take: (picture: File) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (data instanceof File) take(data)
  }
  return () => channel.close()
}
