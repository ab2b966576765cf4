/**
 * The program of a fresh process for `npm run bench -- cold`: it loads what the deployed worker loads, carries a task
 * out a few times, and prints `ColdTimes` as JSON. Its arguments are a feature, its parameters, a picture's file, and
 * how often.
 */
import { readFileSync } from 'node:fs'
import { openEngine } from '../../../engine/perform.ts'
import { openVision } from '../../../engine/vision/load/open-vision.ts'
import type { Net, ResizableNet, Vision } from '../../../engine/vision/vision.ts'
import { handler } from '../../../functions/service/run-task/handler.ts'

/** By the clock, and as the processor spent it, in milliseconds. */
export type Time = { wall: number; processor: number }

export type ColdTimes = {
  /** Node's own start, and all modules. */
  imports: Time
  /** The networks' runtime, a WebAssembly module. */
  wasm: Time
  /** What the networks' first runs take more than their second ones: to read the models and to prepare them. */
  models: Time
  /** All tasks, the first one without the models. */
  tasks: Time[]
}

// The worker itself is loaded with it, and must not be left out of the bundle as unused.
if (typeof handler !== 'function') throw new Error('The worker has no handler.')

const imports = since({ wall: 0, processor: 0 })
const [feature = '', params = '', source = '', rounds = ''] = process.argv.slice(2)

const opening = clock()
const vision = await openVision()
const wasm = since(opening)

const models: Time = { wall: 0, processor: 0 }
const repeated: Time = { wall: 0, processor: 0 }
const engine = openEngine({ vision: async () => timedVision(vision) })

const tasks: Time[] = []
for (let round = 0; round < Number(rounds); round++) {
  const files = { src: readFileSync(source) }
  const begun = clock()
  await engine.perform({ feature, stage: 'effect', params: JSON.parse(params), files })
  const took = since(begun)
  tasks.push(round === 0 ? less(less(took, models), repeated) : took)
}
console.log(JSON.stringify({ imports, wasm, models, tasks } satisfies ColdTimes))
process.exit()

function timedVision(opened: Vision): Vision {
  const timed = Object.entries(opened).map(([name, part]) => [
    name,
    typeof part === 'object' && 'run' in part ? timedNet(part) : part,
  ])
  return {
    ...(Object.fromEntries(timed) as Vision),
    faceDetection: timedSizes(opened.faceDetection),
    palmDetection: timedSizes(opened.palmDetection),
  }
}

/** Each size is a network of its own. */
function timedSizes(open: ResizableNet): ResizableNet {
  const nets = new Map<string, Net>()
  return (size) => {
    const name = `${size.width} × ${size.height}`
    const net = nets.get(name) ?? timedNet(open(size))
    nets.set(name, net)
    return net
  }
}

/** A network that runs twice at its first run. */
function timedNet({ run }: Net): Net {
  let runs = 0
  return {
    run: async (...inputs) => {
      runs += 1
      if (runs > 1) return run(...inputs)
      const begun = clock()
      const outputs = await run(...inputs)
      const first = since(begun)
      const again = clock()
      await run(...inputs)
      const second = since(again)
      add(models, less(first, second))
      add(repeated, second)
      return outputs
    },
  }
}

function clock(): Time {
  const { user, system } = process.cpuUsage()
  return { wall: performance.now(), processor: (user + system) / 1000 }
}

function since(begun: Time): Time {
  return less(clock(), begun)
}

function less(time: Time, other: Time): Time {
  return { wall: time.wall - other.wall, processor: time.processor - other.processor }
}

function add(sum: Time, { wall, processor }: Time): void {
  sum.wall += wall
  sum.processor += processor
}
