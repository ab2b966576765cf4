const RIGHTS = 'Give the credentials the rights that docs/operate.md lists for `darkroom doctor`.'
const CREDENTIALS = 'Renew the credentials: AWS does not take them any more, or does not know them.'
const READABLE =
  'What answers there does not speak as AWS does: look for a proxy between, and at AWS_ENDPOINT_URL.'
const NETWORK = 'Look at the network between here and there, and ask again.'
const LATER = 'Ask again in a minute; if it stays so, look at the state of the region.'

type Told = Error & { code?: string; $metadata?: { httpStatusCode?: number | undefined } }

/** What helps when a check of `darkroom doctor` could not be made, by what it was told. */
export function remedyFor(error: unknown): string {
  if (!(error instanceof Error)) return LATER
  const { name, code, $metadata } = error as Told
  if (
    /Expired|InvalidClientToken|UnrecognizedClient|InvalidAccessKey|CredentialsProvider/.test(name)
  ) {
    return CREDENTIALS
  }
  if (/AccessDenied|NotAuthorized|AuthorizationError|UnauthorizedOperation/.test(name))
    return RIGHTS
  // A reply in another language is an error of its parser, whatever its status is.
  if (error instanceof SyntaxError || /is not valid JSON|Deserialization/.test(error.message))
    return READABLE
  const status = $metadata?.httpStatusCode
  if (status === 401 || status === 403) return RIGHTS
  if (status !== undefined && status < 300) return READABLE
  return code === undefined ? LATER : NETWORK
}
