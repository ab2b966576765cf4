import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import type { Picture } from '../../engine/raster/picture.ts'
import { rivalFolder } from './engine-install.ts'
import type { Crowd } from './engine-pictures.ts'
import { median } from './median.ts'

type Human = {
  load(): Promise<void>
  detect(tensor: unknown): Promise<{ error: string | null; face: unknown[] }>
  tf: {
    tensor(values: Uint8Array, shape: number[], type: string): { dispose(): void }
    getBackend(): string
  }
}

const OFF = { enabled: false }

/** The same work: boxes, mesh and irises of every face, on one thread of WebAssembly, nothing kept between pictures. */
const SAME_WORK = {
  backend: 'wasm',
  debug: false,
  cacheSensitivity: 0,
  skipAllowed: false,
  filter: OFF,
  gesture: OFF,
  body: OFF,
  hand: OFF,
  object: OFF,
  segmentation: OFF,
  face: {
    enabled: true,
    detector: { rotation: true, maxDetected: 100, skipFrames: 0 },
    mesh: { enabled: true },
    iris: { enabled: true, skipFrames: 0 },
    description: OFF,
    emotion: OFF,
    antispoof: OFF,
    liveness: OFF,
  },
}

/** Finds the same faces in the same pixels with `@vladmandic/human`, and prints how many times as long it takes. */
export async function againstHuman(
  rivals: NodeJS.Require,
  pictures: readonly Crowd[],
  ours: readonly { ms: number; faces: number }[],
  runs: number,
): Promise<void> {
  const server = await serveModels()
  try {
    const human = await openHuman(rivals, server)
    console.log(`\nthe same with @vladmandic/human on ${human.tf.getBackend()}: ms, by ours`)
    for (const [at, { name, picture, people }] of pictures.entries()) {
      const times: number[] = []
      let faces = 0
      for (let run = 0; run <= runs; run++) {
        const { ms, found } = await look(human, picture)
        faces = found
        if (run > 0) times.push(ms)
      }
      const ms = median(times)
      const ratio = (ms / ours[at]!.ms).toFixed(2)
      const found = `${faces} of ${people}, ours ${ours[at]!.faces}`
      console.log(`${name.padEnd(32)}${ms.toFixed(0).padStart(6)} ms  ${ratio} ×  ${found}`)
    }
  } finally {
    server.close()
  }
}

async function look(human: Human, { width, height, data }: Picture) {
  const rgb = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    rgb.set(data.subarray(from, from + 3), to)
  }
  const start = performance.now()
  const tensor = human.tf.tensor(rgb, [1, height, width, 3], 'float32')
  const { face, error } = await human.detect(tensor)
  const ms = performance.now() - start
  tensor.dispose()
  if (error) throw new Error(error)
  return { ms, found: face.length }
}

async function openHuman(rivals: NodeJS.Require, server: Server): Promise<Human> {
  const file = join(rivalFolder('@vladmandic/human'), 'dist', 'human.node-wasm.js')
  const { Human } = rivals(file) as { Human: new (config: object) => Human }
  const human = new Human({
    ...SAME_WORK,
    modelBasePath: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    wasmPath: `${join(rivalFolder('@tensorflow/tfjs-backend-wasm'), 'dist')}/`,
  })
  await human.load()
  return human
}

/** Its build for Node reads models over HTTP alone. */
async function serveModels(): Promise<Server> {
  const folder = join(rivalFolder('@vladmandic/human'), 'models')
  const server = createServer(async ({ url = '' }, answer) => {
    const bytes = await readFile(join(folder, basename(url))).catch(() => undefined)
    answer.statusCode = bytes ? 200 : 404
    answer.end(bytes)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  return server
}
