import { expect, test } from 'vitest'
import { falWire } from '../../../functions/generators/queue/fal-wire.ts'
import { replicateWire } from '../../../functions/generators/queue/replicate-wire.ts'
import type { Wire } from '../../../functions/generators/queue/wire.ts'

/** What a wire makes of an answer to its first request, or to a look. */
async function made(of: 'begin' | 'look', wire: Wire, answer: object) {
  const urls: string[] = []
  const fetch = async (url: string) => {
    urls.push(url)
    return { status: 200, headers: {}, bytes: Buffer.from(JSON.stringify(answer)) }
  }
  const { signal } = new AbortController()
  const target = { isPrivate: false, authorization: 'k', signal, fetch }
  const call = { model: 'own/model@v', input: {}, target, token: 't' }
  return { told: await (of === 'begin' ? wire.begin(call) : wire.look('call1', call)), urls }
}

const FAL = { status_url: 'https://queue.fal.run/a/s', response_url: 'https://queue.fal.run/a' }

test('fal says where its answer will be', async () => {
  const { told, urls } = await made('begin', falWire(), FAL)
  const ticket = JSON.stringify({ status: FAL.status_url, response: FAL.response_url })
  expect([told, urls]).toEqual([{ ticket }, ['https://queue.fal.run/own/model@v']])
})

test.each([
  { status_url: FAL.status_url },
  { ...FAL, response_url: 5 },
  { ...FAL, response_url: 'https://elsewhere.example/a' },
  { ...FAL, status_url: 'https://queue.fal.run.example/a' },
  { ...FAL, status_url: 'https://elsewhere.example/?https://queue.fal.run/' },
])('nobody is asked for the answer of fal where it is said to be %j', async (answer) => {
  await expect(made('begin', falWire(), answer)).rejects.toMatchObject({
    condition: 'generator-lost',
    message: 'The generator does not say where its answer will be.',
  })
})

test.each(['a', 'x'.repeat(100)])('Replicate calls a prediction %s', async (id) => {
  const { told, urls } = await made('begin', replicateWire(), { id })
  expect([told, urls]).toEqual([{ ticket: id }, ['https://api.replicate.com/v1/predictions']])
})

test.each([undefined, 5, '', 'x'.repeat(101), '../files', 'a/b', 'a '])(
  'no prediction of Replicate is called %j',
  async (id) => {
    await expect(made('begin', replicateWire(), { id })).rejects.toMatchObject({
      condition: 'generator-lost',
      message: 'The generator does not say what it calls the prediction.',
    })
  },
)

test('what Replicate made is told until it is removed', async () => {
  const look = (more: object) => made('look', replicateWire(), { status: 'succeeded', ...more })
  const { told, urls } = await look({ output: 'o', data_removed: false })
  expect([told, urls]).toEqual([
    { output: 'o' },
    ['https://api.replicate.com/v1/predictions/call1'],
  ])
  await expect(look({ output: null, data_removed: true })).rejects.toMatchObject({
    condition: 'generator-lost',
    message: 'The generator has removed what it made.',
  })
  for (const status of ['starting', 'processing']) {
    expect((await look({ status, data_removed: true })).told).toBeUndefined()
  }
})
