/** The bytes of bodies that one server holds at a time, over all its requests. */
export type BodyRoom = {
  /** Takes room for `bytes`; false when there is too little. */
  take(bytes: number): boolean
  give(bytes: number): void
}

/** Room for `most` bytes. */
export function createBodyRoom(most: number): BodyRoom {
  let held = 0
  return {
    take: (bytes) => {
      if (held + bytes > most) return false
      held += bytes
      return true
    },
    give: (bytes) => {
      held -= bytes
    },
  }
}
