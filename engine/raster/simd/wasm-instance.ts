import { assemble, type Kernel } from './assemble.ts'

/** Bytes of a page of WebAssembly's memory. */
const PAGE = 65_536

/** Kernels by name, and the memory they all work in. */
export type WasmInstance<Runs> = { runs: Runs; memory: ArrayBuffer }

/**
 * The one workbench of a thread for some kernels, made when it is first asked for. What is in its memory stays until the
 * next one who asks, who may get a larger memory: views of an earlier one are then void.
 * @param lay puts the kernels' own tables into the memory's first page
 * @returns gives the workbench with at least as many bytes
 */
export function wasmInstanceOf<Runs>(
  kernels: Readonly<Record<keyof Runs, Kernel>>,
  lay: (memory: ArrayBuffer) => void = () => {},
): (bytes: number) => WasmInstance<Runs> {
  let bench: { runs: Runs; memory: WebAssembly.Memory } | undefined
  return (bytes) => {
    if (!bench) {
      const memory = new WebAssembly.Memory({ initial: 1 })
      lay(memory.buffer)
      const runs = Object.entries<Kernel>(kernels).map(([name, kernel]) => {
        const module = new WebAssembly.Module(assemble(kernel))
        const { exports } = new WebAssembly.Instance(module, { env: { memory } })
        return [name, exports['run']]
      })
      bench = { memory, runs: Object.fromEntries(runs) as Runs }
    }
    const { memory, runs } = bench
    const missing = bytes - memory.buffer.byteLength
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE))
    return { runs, memory: memory.buffer }
  }
}
