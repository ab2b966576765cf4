import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { doctor } from '../../bin/commands/doctor.ts'
import { generatorIn } from '../../bin/pictures/generator-option.ts'

const TABLE = { person: 'human', garment: 'cloth', image: 'url', dollars: 0.3 }

function tableFile(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'generator-option-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'table.json')
  writeFileSync(path, text)
  return path
}

describe('a generator on the command line', () => {
  test('may be told to take references, and to be asked first', () => {
    const given = generatorIn({
      generator: 'https://images.example/v1',
      generatorReferences: true,
      generatorPrefer: ' cloth-v3 ',
    })
    expect(given?.settings).toMatchObject({ references: true, prefer: ['cloth-v3'] })
  })

  test('has the fields of a preset, a table of its own, and a price of its own', () => {
    const generator = 'fal:fal-ai/fashn/tryon/v1.6'
    expect(generatorIn({ generator, generatorPrice: 0.05 })?.settings).toMatchObject({
      wire: 'fal',
      table: { person: 'model_image', dollars: 0.05 },
    })
    const own = generatorIn({
      generator: 'cog:http://127.0.0.1:5000',
      generatorPrivate: true,
      generatorTable: tableFile(JSON.stringify(TABLE)),
    })
    expect(own?.settings).toMatchObject({ wire: 'cog', table: TABLE, private: true })
  })

  test('says of a preset that its weights are not for business', () => {
    const told = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => told.mockRestore())
    generatorIn({ generator: 'fal:fal-ai/cat-vton' })
    generatorIn({ generator: 'fal:fal-ai/leffa/virtual-tryon' })
    expect(told.mock.calls.flat().join('')).toBe(
      'The weights of fal:fal-ai/cat-vton are for research alone: not for commercial use.\n',
    )
  })

  test.each([
    [{ generator: 'fal:own/model' }, 'give a table of your own'],
    [{ generator: 'cog:http://10.0.0.7:5000' }, 'is asked without TLS: add --generator-private'],
    [{ generator: 'fal:fal-ai/cat-vton', generatorModel: 'x' }, 'are for servers with OpenAI'],
    [
      { generator: 'https://a.example/v1', generatorTable: 'x.json' },
      '--generator-table is for fal',
    ],
    [
      { generator: 'https://a.example/v1', generatorPrefer: 'look' },
      'takes cloth-v3, hair-transfer, not look.',
    ],
  ])('%j is refused', (options, words) => {
    expect(() => generatorIn(options)).toThrow(words)
  })

  test('a table that is no JSON, or has an unknown field, is refused', () => {
    const generator = 'fal:own/model'
    expect(() => generatorIn({ generator, generatorTable: tableFile('{') })).toThrow('is not JSON')
    const generatorTable = tableFile(JSON.stringify({ ...TABLE, extra: 1 }))
    expect(() => generatorIn({ generator, generatorTable })).toThrow(
      'generator.table cannot be used',
    )
  })
})

test('darkroom doctor --generator examines a server before a run is started with it', async () => {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/v1/models' ? 200 : 404).end('{}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const print = vi.spyOn(console, 'log').mockImplementation(() => {})
  const { exitCode } = process
  try {
    await doctor().parseAsync(['--generator', url, '--generator-private'], { from: 'user' })
    expect(print.mock.calls.flat().join('\n')).toMatch(/^ok .*generator .*answers\.$/)
  } finally {
    print.mockRestore()
    process.exitCode = exitCode
  }
})
