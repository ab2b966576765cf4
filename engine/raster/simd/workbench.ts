import { assemble, type Kernel } from './assemble.ts'

/** Bytes of a page of WebAssembly's memory. */
const PAGE = 65_536

/** A kernel and the memory it works in. */
export type Workbench<Run> = { run: Run; memory: ArrayBuffer }

/**
 * The one workbench of a thread for a kernel, made when it is first asked for. What is in its memory stays until the
 * next one who asks, who may get a larger memory: views of an earlier one are then void.
 * @param lay puts the kernel's own tables into the memory's first page
 * @returns gives the workbench with at least as many bytes
 */
export function workbenchOf<Run>(
  kernel: Kernel,
  lay: (memory: ArrayBuffer) => void = () => {},
): (bytes: number) => Workbench<Run> {
  let bench: { run: Run; memory: WebAssembly.Memory } | undefined
  return (bytes) => {
    if (!bench) {
      const memory = new WebAssembly.Memory({ initial: 1 })
      const module = new WebAssembly.Module(assemble(kernel))
      lay(memory.buffer)
      const { exports } = new WebAssembly.Instance(module, { env: { memory } })
      bench = { memory, run: exports['run'] as Run }
    }
    const { memory, run } = bench
    const missing = bytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
    return { run, memory: memory.buffer }
  }
}
