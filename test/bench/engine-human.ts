import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import type { Picture } from '../../engine/raster/picture.ts'
import { rivalFolder } from './engine-install.ts'
import type { Crowd } from './engine-pictures.ts'
import { median } from './median.ts'

type HumanLibrary = {
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

/** Finds the faces of a picture with the project's engine, and says how many. */
type Ours = (picture: Picture) => Promise<number>

/**
 * Finds the same faces in the same pixels with `@vladmandic/human` and with the engine, in turns, so that both have the
 * same machine, and prints how many times as much processor time it takes.
 */
export async function againstHuman(
  rivals: NodeJS.Require,
  pictures: readonly Crowd[],
  ours: Ours,
  runs: number,
): Promise<void> {
  const server = await serveModels()
  try {
    const human = await openHuman(rivals, server)
    console.log(
      `\nfaces against @vladmandic/human on ${human.tf.getBackend()}: ms of processor time`,
    )
    console.log(`${''.padEnd(24)}  human    ours  ratio  found`)
    for (const { name, picture, people } of pictures) {
      const theirs: number[] = []
      const own: number[] = []
      let found = { theirs: 0, own: 0 }
      for (let run = 0; run <= runs; run++) {
        const a = await detectWithHuman(human, picture)
        const start = process.cpuUsage()
        const faces = await ours(picture)
        const ms = cpuMillisecondsSince(start)
        found = { theirs: a.found, own: faces }
        // The first run of each compiles.
        if (run === 0) continue
        theirs.push(a.ms)
        own.push(ms)
      }
      const cells = [median(theirs), median(own)].map((ms) => ms.toFixed(0).padStart(8)).join('')
      const ratio = (median(theirs) / median(own)).toFixed(2).padStart(7)
      const faces = `${found.theirs} of ${people}, ours ${found.own}`
      console.log(`${name.padEnd(23)}${cells}${ratio}  ${faces}`)
    }
  } finally {
    server.close()
  }
}

/** Milliseconds of processor time since a start. */
function cpuMillisecondsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

async function detectWithHuman(human: HumanLibrary, { width, height, data }: Picture) {
  const rgb = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) {
    rgb.set(data.subarray(from, from + 3), to)
  }
  const start = process.cpuUsage()
  const tensor = human.tf.tensor(rgb, [1, height, width, 3], 'float32')
  const { face, error } = await human.detect(tensor)
  const ms = cpuMillisecondsSince(start)
  tensor.dispose()
  if (error) throw new Error(error)
  return { ms, found: face.length }
}

async function openHuman(rivals: NodeJS.Require, server: Server): Promise<HumanLibrary> {
  const file = join(rivalFolder('@vladmandic/human'), 'dist', 'human.node-wasm.js')
  const { Human } = rivals(file) as { Human: new (config: object) => HumanLibrary }
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
