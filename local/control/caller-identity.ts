import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readBody } from '../http/read-body.ts'

const NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/'

/**
 * Answers GetCallerIdentity of STS (API Reference), which many tools call first. Any other action of a query protocol
 * is refused.
 */
export async function answerCallerIdentity(
  request: IncomingMessage,
  response: ServerResponse,
  account: string,
): Promise<void> {
  const body = await readBody(request, 64 * 1024).catch(() => Buffer.alloc(0))
  const known = new URLSearchParams(body.toString('utf8')).get('Action') === 'GetCallerIdentity'
  response.writeHead(known ? 200 : 400, { 'content-type': 'text/xml' })
  response.end(known ? identity(account) : refusal)
}

function identity(account: string): string {
  return (
    `<GetCallerIdentityResponse xmlns="${NAMESPACE}"><GetCallerIdentityResult>` +
    `<Arn>arn:aws:iam::${account}:user/local</Arn><UserId>LOCAL</UserId><Account>${account}</Account>` +
    '</GetCallerIdentityResult>' +
    `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></GetCallerIdentityResponse>`
  )
}

const refusal =
  `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>InvalidAction</Code>` +
  '<Message>This action does not run locally.</Message></Error></ErrorResponse>'
