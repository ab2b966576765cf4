import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { OfferedModel } from '../../../bin/models/describe-known.ts'
import { type GetModelOptions, getModel } from '../../../bin/models/get-model.ts'
import { readOffer } from '../../../bin/models/read-offer.ts'
import { checkModel } from '../../../engine/models/check-model.ts'
import { KNOWN_MODELS } from '../../../engine/models/known-models.ts'
import { schemaOf } from '../../../engine/models/model-manifest.ts'
import { buildOnnx, onnxManifest } from '../../engine/models/build-onnx.ts'
import { type FileServer, serveFile } from '../../functions/operate/models/file-server.ts'
import { onnxRuntime } from '../../setup/onnx-runtime.ts'

const BYTES = buildOnnx({ planes: [0, 1].map((bias) => ({ weights: [1, 0, 0], bias })) })
const { sha256, ...MANIFEST } = onnxManifest(BYTES)
const md5 = createHash('md5').update(BYTES).digest('hex')

let server: FileServer
const folder = mkdtempSync(join(tmpdir(), 'get-model-'))
beforeAll(async () => {
  server = await serveFile(BYTES)
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})
afterEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name))
})

function offer(rest: Partial<OfferedModel> = {}): OfferedModel {
  const size = { bytes: BYTES.length }
  const { url } = server
  return { name: 'drawn', url, size, hash: { sha256 }, manifest: MANIFEST, ...rest }
}

let told: string
function get(rest: Partial<OfferedModel> = {}, options: Partial<GetModelOptions> = {}) {
  told = ''
  return getModel(offer(rest), {
    folder,
    accepted: 'MIT',
    tell: (lines) => {
      told += lines.join('\n')
    },
    network: server.network,
    onnxRuntime: onnxRuntime(),
    ...options,
  })
}

describe('a file', () => {
  test('is fetched, run once and given its manifest, after its terms were shown', async () => {
    const { manifest, fetched } = await get({ training: 'pictures of a test' })
    expect(fetched).toBe(true)
    expect(readdirSync(folder).toSorted()).toEqual(['drawn.json', 'drawn.onnx'])
    expect(checkModel(readFileSync(join(folder, 'drawn.onnx')), manifest)).toBeTruthy()
    for (const line of [
      'licence   MIT',
      'training  pictures of a test',
      `hash      sha256 ${sha256}`,
    ])
      expect(told).toContain(line)
    expect(await get()).toMatchObject({ fetched: false })
  })

  test('with an MD5 says what that proves, and gets its SHA-256 in the manifest', async () => {
    const { manifest } = await get({ hash: { md5 }, size: { most: 9_000_000 } })
    expect(manifest.sha256).toBe(sha256)
    expect(told).toContain('proves an undamaged download, not that nobody exchanged the file')
  })

  test.each([{ sha256: 'a'.repeat(64) }, { md5: 'b'.repeat(32) }])(
    'of another hash than %j is removed',
    async (hash) => {
      await expect(get({ hash })).rejects.toThrow('What came is another file')
      expect(readdirSync(folder)).toEqual([])
    },
  )

  test('that is there, but another one, stays as it is', async () => {
    writeFileSync(join(folder, 'drawn.onnx'), 'mine')
    await expect(get()).rejects.toThrow('is another file: its sha256 is')
    expect(readFileSync(join(folder, 'drawn.onnx'), 'utf8')).toBe('mine')
  })

  test('that is not as its manifest says gets none, and so is not used', async () => {
    const manifest = onnxManifest(BYTES, { result: { classes: ['background', 'hair', 'clothes'] } })
    await expect(get({ manifest })).rejects.toThrow('result')
    expect(existsSync(join(folder, 'drawn.json'))).toBe(false)
  })

  test('whose task another one has is not fetched', async () => {
    const other = { ...MANIFEST, sha256, file: 'other.onnx' }
    writeFileSync(join(folder, 'other.json'), JSON.stringify(other))
    const asked = server.seen.length
    await expect(get()).rejects.toThrow(/other\.onnx in .* has the task parse already/)
    expect(server.seen).toHaveLength(asked)
  })
})

describe('the licence', () => {
  test.each([
    ['is asked for', { accepted: undefined, ask: async () => ' MIT ' }, undefined],
    ['is not what was typed', { accepted: undefined, ask: async () => 'yes' }, 'not accepted'],
    ['is not what an option says', { accepted: 'Apache-2.0' }, 'not accepted'],
    ['is not accepted by silence', { accepted: undefined }, '--accept-licence MIT'],
  ])('%s', async (_, options, refusal) => {
    const asked = server.seen.length
    const got = get({}, options)
    if (refusal === undefined) return expect(await got).toMatchObject({ fetched: true })
    await expect(got).rejects.toThrow(refusal)
    expect(server.seen).toHaveLength(asked)
    expect(told).toContain('licence   MIT')
  })
})

describe('an address of the user’s choice', () => {
  const written = (manifest: unknown) => {
    const path = join(folder, 'given.txt')
    writeFileSync(path, JSON.stringify(manifest))
    return path
  }

  test('without a hash is trusted as it comes, and its hash is kept', async () => {
    const { hash, ...rest } = await readOffer(server.url, written(MANIFEST))
    expect(hash).toBeUndefined()
    const { manifest } = await getModel(rest, {
      folder,
      accepted: 'MIT',
      tell: (lines) => {
        told = lines.join('\n')
      },
      network: server.network,
      onnxRuntime: onnxRuntime(),
    })
    expect(told).toContain('the first download is trusted as it comes')
    expect(manifest).toMatchObject({ sha256, source: server.url })
  })

  test('keeps to a hash that its manifest has', async () => {
    const wrong = written({ ...MANIFEST, sha256: 'a'.repeat(64) })
    expect(await readOffer(server.url, wrong)).toMatchObject({ hash: { sha256: 'a'.repeat(64) } })
  })

  test.each([
    ['http://models.example/a.onnx', MANIFEST, '--url is to be https'],
    ['https://models.example/a.onnx', { ...MANIFEST, licence: 7 }, 'licence'],
    ['https://models.example/a.onnx', 'none', 'The manifest is no JSON object.'],
  ])('%s with an unfit manifest is refused', async (url, manifest, words) => {
    await expect(readOffer(url, written(manifest))).rejects.toThrow(words)
  })
})

describe('the files that are known', () => {
  test.each(KNOWN_MODELS.map((model) => [model.name, model] as const))(
    '%s has a pinned address, a hash and a manifest that is one',
    (_, { url, hash, size, manifest, training, licenceUrl }) => {
      expect(url).toMatch(
        /^https:\/\/[^?#]+\/([0-9a-f]{40}|releases\/download\/v[\d.]+)\/[^?#]+\.(onnx|tflite)$/,
      )
      expect(licenceUrl).toMatch(/^https:\/\//)
      expect(training).not.toBe('')
      if ('sha256' in hash) expect(hash.sha256).toMatch(/^[0-9a-f]{64}$/)
      else expect(hash.md5).toMatch(/^[0-9a-f]{32}$/)
      expect('bytes' in size ? size.bytes : size.most).toBeLessThan(256_000_000)
      const whole = { ...manifest, sha256: 'a'.repeat(64) }
      expect(schemaOf(whole).parse(whole)).toEqual(whole)
    },
  )

  test('no two of them have one name', () => {
    expect(new Set(KNOWN_MODELS.map(({ name }) => name)).size).toBe(KNOWN_MODELS.length)
  })
})
