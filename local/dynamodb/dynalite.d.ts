declare module 'dynalite' {
  import type { Server } from 'node:http'

  /** Creates a server that is not listening yet. `path` is a folder; without it the tables are in memory. */
  const dynalite: (options: {
    path?: string
    createTableMs?: number
    deleteTableMs?: number
    updateTableMs?: number
  }) => Server
  export default dynalite
}
