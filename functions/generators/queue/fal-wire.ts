import { LostAnswer } from '../../../engine/generate/lost-answer.ts'
import { askServer } from '../ask-server.ts'
import { jsonBody } from './json-body.ts'
import type { Wire } from './wire.ts'

/**
 * The queue of fal (fal.ai/docs, "Inference API", "Queue request lifecycle"): a request gets a status URL, whose answer
 * is `IN_QUEUE`, `IN_PROGRESS` or `COMPLETED`, and a URL of its result.
 */
export function falWire(origin = 'https://queue.fal.run'): Wire {
  return {
    authorization: (key) => `Key ${key}`,
    hosts: ['fal.media', 'fal.ai'],
    begin: async ({ model, input, target }) => {
      const url = `${origin}/${model}`
      const answer = await askServer({ ...target, url }, { body: jsonBody(input) })
      const { status_url: status, response_url: response } = answer
      const told = [status, response]
      if (!told.every((one) => typeof one === 'string' && one.startsWith(`${origin}/`))) {
        throw new LostAnswer('The generator does not say where its answer will be.')
      }
      return { ticket: JSON.stringify({ status, response }) }
    },
    look: async (ticket, { target }) => {
      const { status: url, response } = JSON.parse(ticket) as { status: string; response: string }
      const { status } = await askServer({ ...target, url }, { method: 'GET' })
      if (status === 'IN_QUEUE' || status === 'IN_PROGRESS') return undefined
      // What failed is said by the answer’s own status.
      return { output: await askServer({ ...target, url: response }, { method: 'GET' }) }
    },
  }
}
