import sharp from 'sharp'
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { NotYet } from '../../../catalog/failures/not-yet.ts'
import {
  checkGeneratorSettings,
  offerOf,
  type QueueSettings,
  tableOf,
} from '../../../catalog/generator/generator-settings.ts'
import { type BindOptions, bindGenerator } from '../../../engine/generate/bind-generator.ts'
import { abilitiesOf } from '../../../engine/generate/generator.ts'
import type { DressRequest } from '../../../engine/generate/task-generator.ts'
import { guardedFetch } from '../../../functions/fetch/guarded-fetch.ts'
import { createGenerator } from '../../../functions/generators/create-generator.ts'
import { cogWire } from '../../../functions/generators/queue/cog-wire.ts'
import { falWire } from '../../../functions/generators/queue/fal-wire.ts'
import { queueGenerator } from '../../../functions/generators/queue/queue-generator.ts'
import { replicateWire } from '../../../functions/generators/queue/replicate-wire.ts'
import type { Wire } from '../../../functions/generators/queue/wire.ts'
import { faultOf } from './bind.ts'
import { at, picture } from './drawn-hole.ts'
import { type Behaviour, json } from './generator-server.ts'
import { type QueueServer, startQueueServer } from './queue-server.ts'

const VERSION = 'a'.repeat(64)
const OWN_TABLE = { person: 'model_image', garment: 'garment_image', image: '', dollars: 0.01 }
const garment = { width: 8, height: 8, data: new Uint8ClampedArray(256).fill(90) }

/** The left half of the picture may change, and its right half stays. */
const keep = {
  width: 300,
  height: 200,
  data: Uint8Array.from({ length: 300 * 200 }, (_, i) => (i % 300 < 150 ? 0 : 255)),
}

type Case = {
  model(origin: string): string
  wire(origin: string): Wire
  table?: object
  /** Path of the request that begins a call. */
  begins: RegExp
  authorization: string
  looks: boolean
  busy: Behaviour
  refused: Behaviour
  invalid: Behaviour
  spent: Behaviour
  failed: Behaviour
}

const detail = (type: string): Behaviour => json(422, [{ loc: ['body'], msg: 'No.', type }])

/**
 * fal: fal.ai/docs, "Inference API" and "Errors". Replicate: replicate.com/docs/reference/http. Cog: the HTTP API of
 * cog.run.
 */
const CASES: Record<'fal' | 'replicate' | 'cog', Case> = {
  fal: {
    model: () => 'fal-ai/fashn/tryon/v1.6',
    wire: falWire,
    begins: /^POST \/fal-ai\/fashn\/tryon\/v1\.6 /,
    authorization: 'Key sk-secret-key',
    looks: true,
    busy: json(429, { detail: 'Too many requests' }),
    refused: detail('content_policy_violation'),
    invalid: detail('image_too_small'),
    spent: json(403, { detail: 'User is locked. Reason: Exhausted balance.' }),
    failed: json(500, { detail: 'Internal Server Error' }),
  },
  replicate: {
    model: () => `cuuupid/idm-vton@${VERSION}`,
    wire: replicateWire,
    begins: /^POST \/v1\/predictions /,
    authorization: 'Bearer sk-secret-key',
    looks: true,
    busy: json(429, { detail: 'Request was throttled. Expected available in 1 second.' }),
    refused: json(200, { status: 'failed', error: 'NSFW content detected.' }),
    invalid: json(422, { detail: '- input.human_img: Does not match format', status: 422 }),
    spent: json(402, { title: 'Insufficient credit', detail: 'You have insufficient credit.' }),
    failed: json(200, { status: 'failed', error: 'CUDA out of memory' }),
  },
  cog: {
    model: (origin) => origin,
    wire: () => cogWire,
    table: OWN_TABLE,
    begins: /^PUT \/predictions\/[0-9a-f]{64} /,
    authorization: 'Bearer sk-secret-key',
    looks: false,
    busy: json(503, { detail: 'Already running a prediction' }),
    refused: json(200, { status: 'failed', error: 'NSFW content detected.' }),
    invalid: json(422, { detail: [{ loc: ['body', 'input'], msg: 'field required' }] }),
    spent: json(402, {}),
    failed: json(200, { status: 'failed', error: 'CUDA out of memory' }),
  },
}

let server: QueueServer
beforeAll(async () => {
  server = await startQueueServer()
})
afterAll(() => server.close())
const { dress: red, place: asData } = await startQueueServer().then(async (made) => {
  await made.close()
  return made
})
beforeEach(() => {
  Object.assign(server, { begun: [], seen: [], waits: 1, next: [], dress: red, place: asData })
})

describe.each(Object.entries(CASES))('the generator %s', (name, given) => {
  const settingsAt = (origin: string) => {
    const named = { wire: name as QueueSettings['wire'], model: given.model(origin) }
    // Small pictures: what is sent is encoded as PNG, which would take most of the time.
    const table = { ...(tableOf(named, given.table) as object), size: { width: 384, height: 256 } }
    return checkGeneratorSettings({
      kind: 'queue',
      ...named,
      table,
      private: true,
    }) as QueueSettings
  }

  /** What is kept of each call, over all attempts at the task. */
  const accountOf = () => {
    const told: unknown[] = []
    const tickets: string[] = []
    const options: Omit<BindOptions, 'signal'> = {
      task: 'a task',
      reserve: async ({ nth, told: lost }) => {
        told[nth] = lost
        return tickets[nth]
      },
      keepTicket: async (nth, ticket) => {
        tickets[nth] = ticket
      },
      settle: async (nth, made) => {
        told[nth] = made
      },
    }
    return { told, tickets, options }
  }

  function bound(account = accountOf(), more: Partial<BindOptions> = {}) {
    const { origin } = server
    const generator = queueGenerator({
      settings: settingsAt(origin),
      key: async () => 'sk-secret-key',
      fetch: guardedFetch,
      firstWaitMs: 1,
      pollMs: 5,
      wire: given.wire(origin),
    })
    const { signal } = new AbortController()
    return bindGenerator(generator, { signal, ...account.options, ...more })
  }

  const dress = (more: Partial<DressRequest> = {}, ...rest: Parameters<typeof bound>) =>
    bound(...rest).dress({ picture, garment, part: 'upper', keep, ...more })

  it('can what its settings offer', () => {
    const settings = settingsAt('https://images.example')
    const made = createGenerator(settings, async () => undefined)
    expect(abilitiesOf(made)).toEqual(offerOf(settings).abilities)
    expect(made.name).toBe(offerOf(settings).name)
  })

  it('dresses, and what is kept stays to the byte', async () => {
    const account = accountOf()
    const made = await dress({}, account)
    const [r = 0, g = 0] = at(made, 40, 30)
    expect([r > 170, g < 80]).toEqual([true, true])
    const pixels = new Uint32Array(made.data.buffer, made.data.byteOffset)
    const before = new Uint32Array(picture.data.buffer, picture.data.byteOffset)
    let changed = 0
    for (let i = 0; i < pixels.length; i++) {
      if (i % 300 >= 150 && pixels[i] !== before[i]) changed++
    }
    expect(changed).toBe(0)
    expect(server.seen[0]).toMatch(given.begins)
    expect(server.seen.every((line) => line.endsWith(given.authorization))).toBe(true)
    const [model, version] = given.model(server.origin).split('@')
    expect(account.told).toMatchObject([
      { generator: name, operation: 'dress', model, ...(version && { version }) },
    ])
    expect(account.told[0]).not.toHaveProperty('lost')
  })

  it('asks for the seed and the part that are wished for', async () => {
    await dress({ seed: 7, part: 'lower' })
    const fields = JSON.stringify(server.begun[0], (_, value) =>
      String(value).startsWith('data:') ? 'a picture' : value,
    )
    if (name === 'fal') expect(JSON.parse(fields)).toMatchObject({ category: 'bottoms', seed: 7 })
    if (name === 'replicate') {
      expect(JSON.parse(fields)).toMatchObject({ category: 'lower_body', seed: 7 })
    }
    if (name === 'cog') {
      expect(JSON.parse(fields)).toEqual({ model_image: 'a picture', garment_image: 'a picture' })
    }
  })

  it.runIf(given.looks)('is asked by a second attempt for the first one’s answer', async () => {
    const account = accountOf()
    server.waits = 1000
    const early = dress({}, account, { patienceMs: 12 })
    await expect(early).rejects.toBeInstanceOf(NotYet)
    expect(account.told).toMatchObject([{ lost: true }])
    expect(account.tickets).toHaveLength(1)
    server.waits = 0
    const made = await dress({}, account)
    expect(at(made, 40, 30)[0]).toBeGreaterThan(170)
    expect(server.begun).toHaveLength(1)
    expect(account.told[0]).not.toHaveProperty('lost')
  })

  it.runIf(given.looks)('is looked after again where a look is lost on its way', async () => {
    server.waits = 0
    const hangUp: Behaviour = (request) => void request.socket.destroy()
    const pass: Behaviour = (_, response) => void response.writeHead(502).end()
    const account = accountOf()
    const early = dress({}, account, { patienceMs: 0 })
    server.waits = 1
    await expect(early).rejects.toBeInstanceOf(NotYet)
    server.next = [hangUp, hangUp, hangUp, pass, json(503, {})]
    expect(at(await dress({}, account), 40, 30)[0]).toBeGreaterThan(170)
    expect(server.begun).toHaveLength(1)
  })

  it('tries again while it is busy, and pays nothing when it stays so', async () => {
    server.next = [given.busy, given.busy]
    await dress()
    server.next = Array.from({ length: 9 }, () => given.busy)
    const account = accountOf()
    expect(await faultOf(dress({}, account))).toMatchObject({ condition: 'generator-busy' })
    expect(account.told).toEqual([undefined])
  })

  it.each([
    ['refused', 'content'],
    ['invalid', 'parameter'],
    ['spent', 'generator-budget'],
    ['failed', 'runtime'],
  ] as const)('knows when a call is %s, and counts nothing', async (how, condition) => {
    const account = accountOf()
    const isEnd = (how === 'refused' || how === 'failed') && name === 'replicate'
    const begun = json(201, { id: 'call1', status: 'starting' })
    server.next = isEnd ? [begun, given[how]] : [given[how]]
    const fault = await faultOf(dress({}, account))
    expect(fault.condition).toBe(condition)
    expect(fault.message).not.toContain('secret')
    expect(account.told).toEqual([undefined])
  })

  it('asks once and counts the price when the connection breaks while it begins', async () => {
    server.next = [(request) => void request.socket.destroy()]
    const account = accountOf()
    expect(await faultOf(dress({}, account))).toMatchObject({ condition: 'generator-lost' })
    expect(account.told).toMatchObject([{ lost: true }])
    expect(server.seen).toHaveLength(1)
  })

  it('refuses an answer of other proportions, and one that shows another picture', async () => {
    server.dress = (person) => sharp(person).resize(900, 300, { fit: 'fill' }).png().toBuffer()
    expect(await faultOf(dress())).toMatchObject({ condition: 'generator-answer' })
    server.waits = 1
    server.dress = (person) => sharp(person).flop().png().toBuffer()
    expect(await faultOf(dress())).toMatchObject({
      condition: 'generator-answer',
      message: expect.stringContaining('painted another picture'),
    })
  })

  it.each([
    'https://elsewhere.example/a.png',
    'http://169.254.169.254/latest',
    'file:///etc/passwd',
  ])('fetches nothing from %s', async (place) => {
    server.place = () => place
    const account = accountOf()
    expect(await faultOf(dress({}, account))).toMatchObject({
      condition: 'generator-lost',
      message: 'The generator’s picture lies at a host that is not listed.',
    })
    expect(account.told).toMatchObject([{ lost: true }])
  })

  it('stops waiting when the task must end', async () => {
    server.next = [() => {}]
    const stop = new AbortController()
    const asked = dress({}, accountOf(), { signal: stop.signal })
    stop.abort()
    expect(await faultOf(asked)).toMatchObject({ message: 'The task ran out of time.' })
  })
})

const settings = (table: object) =>
  checkGeneratorSettings({ kind: 'queue', wire: 'fal', model: 'own/model', table }) as QueueSettings

test('without a size of the table’s a megapixel is sent, in steps of eight', () => {
  const limitsOf = (table: object) =>
    queueGenerator({ settings: settings(table), key: async () => 'k', fetch: guardedFetch }).limits
  const limits = {
    maxPixels: 1_048_576,
    minSide: 256,
    maxRatio: 2.5,
    multipleOf: 8,
    maxPrompt: 1000,
  }
  expect(limitsOf(OWN_TABLE)).toEqual(limits)
  const size = { width: 384, height: 256 }
  expect(limitsOf({ ...OWN_TABLE, size })).toEqual({ ...limits, sizes: [size] })
})

test('an answer that has not come fifteen minutes after its call was begun is lost', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 900_000 })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  const looked: string[] = []
  const wire: Wire = {
    authorization: () => 'k',
    hosts: [],
    begin: () => expect.unreachable('the call was begun before'),
    look: async (ticket) => {
      looked.push(ticket)
      return undefined
    },
  }
  const made = queueGenerator({
    settings: settings(OWN_TABLE),
    key: async () => 'k',
    fetch: guardedFetch,
    wire,
  })
  const wait = (since: number, patienceMs = 0, signal = new AbortController().signal) =>
    made.dress!.run({} as never, {
      signal,
      token: 't',
      ticket: JSON.stringify({ since, call: 'call1' }),
      keepTicket: () => expect.unreachable('the call is kept already'),
      patienceMs,
    })
  await expect(wait(0)).rejects.toBeInstanceOf(NotYet)
  await expect(wait(-1)).rejects.toThrow('The generator has not answered for 15 minutes.')
  expect(looked).toEqual(['call1', 'call1'])
  // Another look comes two seconds later, where there is time for it.
  await expect(wait(0, 1999)).rejects.toBeInstanceOf(NotYet)
  await expect(wait(0, 2000, AbortSignal.abort())).rejects.toThrow('was not made in time')
})
