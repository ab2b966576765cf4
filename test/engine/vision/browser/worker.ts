import { look } from './look.ts'

const scope = globalThis as unknown as {
  onmessage: (event: { data: { width: number; height: number } }) => void
  postMessage(answer: unknown): void
}

scope.onmessage = async ({ data }) => {
  try {
    scope.postMessage({ seen: await look(data) })
  } catch (error) {
    scope.postMessage({ error: String(error) })
  }
}
