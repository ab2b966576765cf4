import { askServer } from '../ask-server.ts'
import { jsonBody } from './json-body.ts'
import { predictionAnswer } from './prediction-answer.ts'
import type { Wire } from './wire.ts'

/**
 * A container made with Cog (cog.run, "HTTP API"). It answers when the prediction has ended: it has no queue to look
 * after. The prediction is put under a name, so that one that is still running is not begun again.
 */
export const cogWire: Wire = {
  authorization: (key) => `Bearer ${key}`,
  hosts: [],
  begin: async ({ model, input, target, token }) => {
    const url = `${model}/predictions/${token}`
    const request = { method: 'PUT', body: jsonBody({ input }) } as const
    return predictionAnswer(await askServer({ ...target, url }, request))
  },
  look: async () => undefined,
}
