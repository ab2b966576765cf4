import { Fault } from '../../../catalog/failures/fault.ts'
import { LostAnswer } from '../../../engine/generate/lost-answer.ts'
import { askServer } from '../ask-server.ts'
import { jsonBody } from './json-body.ts'
import { predictionAnswer } from './prediction-answer.ts'
import type { Wire } from './wire.ts'

/** Predictions of Replicate (replicate.com/docs/reference/http): a prediction is looked at until it has ended. */
export function replicateWire(origin = 'https://api.replicate.com'): Wire {
  return {
    authorization: (key) => `Bearer ${key}`,
    hosts: ['replicate.delivery'],
    begin: async ({ model, input, target }) => {
      const version = model.replace(/.*@/, '')
      const url = `${origin}/v1/predictions`
      const { id } = await askServer({ ...target, url }, { body: jsonBody({ version, input }) })
      if (typeof id !== 'string' || !/^\w{1,100}$/.test(id)) {
        throw new LostAnswer('The generator does not say what it calls the prediction.')
      }
      return { ticket: id }
    },
    look: async (ticket, { target }) => {
      const url = `${origin}/v1/predictions/${ticket}`
      const answer = await askServer({ ...target, url }, { method: 'GET' })
      if (answer['status'] === 'starting' || answer['status'] === 'processing') return undefined
      if (answer['data_removed'] === true) {
        throw new Fault('generator-lost', 'The generator has removed what it made.')
      }
      return predictionAnswer(answer)
    },
  }
}
