import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { authenticate } from '../aws-json/authenticate.ts'
import { AwsError } from '../aws-json/aws-error.ts'
import { readBody } from '../http/read-body.ts'
import type { Access } from '../iam/access.ts'
import { describeCaller } from '../iam/caller.ts'

const NAMESPACE = 'https://sts.amazonaws.com/doc/2011-06-15/'

/**
 * Answers GetCallerIdentity of STS (API Reference), which many tools call first and which needs no right. Any other
 * action of a query protocol is refused.
 */
export async function answerCallerIdentity(
  request: IncomingMessage,
  response: ServerResponse,
  { access, region, account }: { access: Access; region: string; account: string },
): Promise<void> {
  const body = await readBody(request, 64 * 1024).catch(() => Buffer.alloc(0))
  const send = (status: number, text: string): void => {
    response.writeHead(status, { 'content-type': 'text/xml' })
    response.end(text)
  }
  try {
    const caller = authenticate(request, body, { access, region, service: 'sts' })
    const known = new URLSearchParams(body.toString('utf8')).get('Action') === 'GetCallerIdentity'
    if (known) send(200, identity(describeCaller(caller), account))
    else send(400, refusal('InvalidAction', 'This action does not run locally.'))
  } catch (error) {
    if (!(error instanceof AwsError)) throw error
    send(403, refusal(error.code, error.message))
  }
}

function identity(arn: string, account: string): string {
  return (
    `<GetCallerIdentityResponse xmlns="${NAMESPACE}"><GetCallerIdentityResult>` +
    `<Arn>${arn}</Arn><UserId>LOCAL</UserId><Account>${account}</Account>` +
    '</GetCallerIdentityResult>' +
    `<ResponseMetadata><RequestId>${randomUUID()}</RequestId></ResponseMetadata></GetCallerIdentityResponse>`
  )
}

function refusal(code: string, message: string): string {
  return (
    `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>${code}</Code>` +
    `<Message>${message}</Message></Error></ErrorResponse>`
  )
}
