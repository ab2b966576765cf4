const PREFIX = 'whsec_'
const MIN_BYTES = 24
const MAX_BYTES = 64

/**
 * The key bytes of a Standard Webhooks secret (`whsec_` + base64 of 24–64 bytes). Throws without repeating the
 * secret when it is anything else.
 */
export const webhookKey = (secret: string): Buffer => {
  const text = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  const key = Buffer.from(text, 'base64')
  // Node's decoder skips what is not base64; writing the bytes again shows whether it did.
  if (key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) throw malformed()
  if (key.length < MIN_BYTES || key.length > MAX_BYTES) throw malformed()
  return key
}

const malformed = () =>
  new Error(`A webhook secret must be ${PREFIX} and base64 of ${MIN_BYTES} to ${MAX_BYTES} bytes.`)
