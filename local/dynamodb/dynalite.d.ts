declare module 'dynalite' {
  import type { Server } from 'node:http'

  /** Makes a server that is not listening yet; `path` is a folder, in memory without it. */
  const dynalite: (options: {
    path?: string
    createTableMs?: number
    deleteTableMs?: number
    updateTableMs?: number
  }) => Server
  export default dynalite
}
