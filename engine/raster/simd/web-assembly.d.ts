/** The parts of WebAssembly that are used here. TypeScript declares them only together with the browser's DOM. */
declare namespace WebAssembly {
  class Memory {
    constructor(size: { initial: number } | { initial: number; maximum: number; shared: true })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Module {
    constructor(bytes: Uint8Array)
  }
  class Instance {
    constructor(module: Module, imports: { env: { memory: Memory } })
    readonly exports: Record<string, unknown>
  }
}
