import type { Size } from '../../geometry/size.ts'
import type { ResizableNet } from '../vision.ts'
import type { UnloadableNet } from './lazy-net.ts'

/** How many sizes stay compiled, some megabytes each: enough for pictures of a few aspect ratios. */
const MAX_SIZES = 8

/** Creates a network for inputs of any size. The sizes used last stay compiled (an LRU cache). */
export function resizableNet(open: (inputSize: Size) => UnloadableNet): {
  at: ResizableNet
  close(): void
} {
  const nets = new Map<string, UnloadableNet>()
  return {
    at: (inputSize) => {
      const name = `${inputSize.width} × ${inputSize.height}`
      const net = nets.get(name) ?? open(inputSize)
      nets.delete(name)
      nets.set(name, net)
      const [[oldest, unused] = []] = nets
      if (nets.size > MAX_SIZES && oldest && unused) {
        nets.delete(oldest)
        void unused.unload()
      }
      return net
    },
    close: () => {
      for (const { close } of nets.values()) close()
    },
  }
}
