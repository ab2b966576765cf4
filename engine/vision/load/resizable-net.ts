import type { InputSize, ResizableNet } from '../vision.ts'
import type { UnloadableNet } from './lazy-net.ts'

/** Compiled sizes that are kept: what pictures of a few shapes need, some megabytes each. */
const MOST = 8

/** A network at every size that is asked for. Of many sizes those asked for last stay compiled. */
export function resizableNet(open: (inputSize: InputSize) => UnloadableNet): {
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
      if (nets.size > MOST && oldest && unused) {
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
