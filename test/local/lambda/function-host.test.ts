import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createFunctionHost } from '../../../local/lambda/function-host.ts'
import type { HostedFunction } from '../../../local/lambda/hosted-function.ts'

const ENDLESS = `
export const handler = () => {
  console.log('begun')
  return new Promise(() => {})
}
`

test('an invocation that ends because the run does has not failed', async () => {
  const root = mkdtempSync(join(tmpdir(), 'darkroom-host-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const entry = join(root, 'endless.mjs')
  writeFileSync(entry, ENDLESS)
  const endless: HostedFunction = {
    name: 'endless',
    arn: 'endless',
    entry,
    isolated: true,
    environment: {},
    timeoutMs: 600_000,
    memoryMb: 128,
    reserved: undefined,
    credentials: {} as HostedFunction['credentials'],
  }
  const begun = Promise.withResolvers<void>()
  const said: string[] = []
  const ended: string[] = []
  const host = createFunctionHost([endless], {
    root,
    environment: {},
    onOutput: (_, text) => {
      if (text.includes('begun')) begun.resolve()
      else said.push(text)
    },
    onEnded: (name) => ended.push(name),
  })
  const working = host.invoke('endless', {})
  await begun.promise
  await host.close()
  expect(await working).toMatchObject({ error: { errorType: 'Runtime.ExitError' } })
  expect([said, ended]).toEqual([[], []])
})
