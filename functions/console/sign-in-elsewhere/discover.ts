import * as z from 'zod/mini'
import { Failure } from '../../../catalog/failures/failure.ts'
import type { FetchedResponse } from '../../fetch/guarded-fetch.ts'

/** Asks the provider: a GET, or a POST of a form. Guarded, because an issuer may be a name of anywhere. */
export type AskProvider = (
  url: string,
  form?: { fields: Record<string, string>; headers?: Record<string, string> },
) => Promise<FetchedResponse>

const endpoints = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  end_session_endpoint: z.optional(z.string()),
})

export type Endpoints = z.output<typeof endpoints>

/** What a provider says of itself (OpenID Connect Discovery 1.0, section 4). @throws Failure SignInRefused */
export async function discover(issuer: string, ask: AskProvider): Promise<Endpoints> {
  const found = await askJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`, ask)
  const { success, data } = endpoints.safeParse(found)
  // Another issuer's document could name keys of its own (section 4.3).
  if (!success || data.issuer !== issuer) {
    throw new Failure('SignInRefused', 'The provider’s own description is not that of its issuer.')
  }
  return data
}

/** The JSON of an answer. @throws Failure SignInRefused where there is none */
export async function askJson(
  ...[url, ask, form]: [string, AskProvider, Parameters<AskProvider>[1]?]
): Promise<unknown> {
  try {
    const { status, bytes } = await ask(url, form)
    if (status !== 200) throw new Error(`It answered ${status}.`)
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch (cause) {
    throw new Failure('SignInRefused', 'The provider did not answer as it should.', { cause })
  }
}
