import { createServer, request as httpRequest, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPageBrowser } from '../../browser/open-page-browser.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'

let run: Run
let browser: Browser | undefined
let page: Page
let site: Server
let foreign: string

beforeAll(async () => {
  run = await sharedRun('plain')
  site = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<!doctype html><title>Somebody else’s page</title>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  foreign = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  browser = await openPageBrowser()
  if (!browser) return
  page = await browser.newPage()
  await page.goto(foreign)
})
afterAll(async () => {
  await browser?.close()
  site.close()
})

/** The status of a request with exactly these headers, which `fetch` would not send. */
function request(
  url: string,
  { method, headers }: { method: string; headers: Record<string, string> },
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    httpRequest(url, { method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
}

/** Every endpoint of the run that AWS clients use, with a call that would read something. */
function awsEndpoints(): { name: string; url: string; target: string }[] {
  const { stacks, at } = run
  const { endpoints } = stacks
  return [
    { name: 'dynamodb', url: at.dynamodbEndpoint, target: 'DynamoDB_20120810.ListTables' },
    { name: 'sqs', url: endpoints.sqs, target: 'AmazonSQS.ListQueues' },
    {
      name: 'stepFunctions',
      url: endpoints.stepFunctions,
      target: 'AWSStepFunctions.ListStateMachines',
    },
    { name: 'secretsManager', url: endpoints.secretsManager, target: 'secretsmanager.ListSecrets' },
    { name: 's3', url: endpoints.s3, target: '' },
  ]
}

test('a page of another origin can read nothing from any endpoint', async ({ skip }) => {
  if (!browser) return skip('There is no browser on this machine.')
  for (const { name, url, target } of awsEndpoints()) {
    const read = await page.evaluate(
      async ([to, operation]) => {
        const headers = { 'content-type': 'application/x-amz-json-1.0', 'x-amz-target': operation! }
        const calls = [
          () => fetch(to!, { method: 'POST', body: '{}', headers }),
          () =>
            fetch(to!, { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } }),
          () => fetch(to!),
        ]
        const answers = calls.map((call) =>
          call().then(
            (answer) => answer.status,
            () => 'blocked',
          ),
        )
        return await Promise.all(answers)
      },
      [url, target],
    )
    expect(read, name).toEqual(['blocked', 'blocked', 'blocked'])
  }
})

test('and what it sends without reading the answer changes nothing', async ({ skip }) => {
  if (!browser) return skip('There is no browser on this machine.')
  const before = await run.db.send(new ScanCommand({ TableName: run.tables.units }))
  const item = { pk: { S: 'account#planted' }, sk: { S: 'balance' }, account: { S: 'planted' } }
  const body = JSON.stringify({ TableName: run.tables.units, Item: item })
  await page.evaluate(
    async ([to, text]) => {
      const target = 'DynamoDB_20120810.PutItem'
      const labelled = { 'content-type': 'text/plain', 'x-amz-target': target }
      await fetch(to!, { method: 'POST', mode: 'no-cors', body: text! }).catch(() => undefined)
      await fetch(to!, { method: 'POST', body: text!, headers: labelled }).catch(() => undefined)
    },
    [run.at.dynamodbEndpoint, body],
  )
  const after = await run.db.send(new ScanCommand({ TableName: run.tables.units }))
  expect(after.Items).toEqual(before.Items)
})

test.each(['Origin', 'Sec-Fetch-Site'])(
  'an AWS endpoint refuses a request with %s',
  async (name) => {
    const value = name === 'Origin' ? foreign : 'cross-site'
    for (const { name: service, url, target } of awsEndpoints()) {
      if (service === 's3') continue
      const headers = { 'x-amz-target': target, [name]: value }
      const answer = await request(url, { method: 'POST', headers })
      expect(answer, service).toBe(403)
    }
  },
)

test('every port refuses a host name that was pointed at this machine', async () => {
  const urls = [...awsEndpoints().map(({ url }) => url), run.at.baseUrl, run.at.webhookUrl]
  for (const url of urls) {
    // S3 goes by the signature, which covers the host.
    const refusal = url === run.at.s3Endpoint ? 403 : 421
    const headers = { Host: 'rebound.example' }
    expect(await request(url, { method: 'GET', headers }), url).toBe(refusal)
  }
})
