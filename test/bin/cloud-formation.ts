import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Outputs by the names of their stacks. */
export type Outputs = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export type CloudFormation = {
  url: string
  /** The stacks that were asked for. */
  asked: string[]
  close(): Promise<void>
}

/** An endpoint that describes deployed stacks the way CloudFormation does: the Query protocol, XML answers. */
export async function startCloudFormation(outputs: Outputs): Promise<CloudFormation> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const form = new URLSearchParams(Buffer.concat(chunks).toString())
    const name = form.get('StackName') ?? ''
    asked.push(name)
    const stack = form.get('Action') === 'DescribeStacks' ? outputs[name] : undefined
    response.writeHead(stack ? 200 : 400, { 'content-type': 'text/xml' })
    response.end(stack ? described(name, stack) : unknown(name))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const NAMESPACE = 'http://cloudformation.amazonaws.com/doc/2010-05-15/'

function described(name: string, outputs: Outputs[string]): string {
  const members = Object.entries(outputs ?? {}).map(
    ([key, value]) =>
      `<member><OutputKey>${escaped(key)}</OutputKey><OutputValue>${escaped(String(value))}</OutputValue></member>`,
  )
  return `<DescribeStacksResponse xmlns="${NAMESPACE}"><DescribeStacksResult><Stacks><member><StackName>${escaped(name)}</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus><Outputs>${members.join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`
}

function unknown(name: string): string {
  return `<ErrorResponse xmlns="${NAMESPACE}"><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id ${escaped(name)} does not exist</Message></Error></ErrorResponse>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
