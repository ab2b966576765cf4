import { SendError, type Sending } from './sending.ts'

/** Puts bytes to a presigned address. `fetch` does not tell how much of a body went. @throws SendError, AbortError */
export function sendBytes({ url, body, headers = {}, signal, seen }: Sending): Promise<void> {
  return new Promise((sent, failed) => {
    if (signal.aborted) return failed(signal.reason)
    const request = new XMLHttpRequest()
    const abort = (): void => request.abort()
    const ended = (act: () => void) => (): void => {
      signal.removeEventListener('abort', abort)
      act()
    }
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded }) => seen(loaded)
    request.onload = ended(() =>
      request.status < 300 ? sent() : failed(new SendError(request.status)),
    )
    request.onerror = ended(() => failed(new SendError(0)))
    request.onabort = ended(() => failed(signal.reason))
    signal.addEventListener('abort', abort)
    request.send(body)
  })
}
