/** The tag of a profile's description, and where the table of tags starts (ICC.1:2010, 7.3 and 9.2.41). */
const DESCRIPTION = 'desc'
const TABLE = 128
const MAX_TAGS = 100

/** Longer names are cut: they come from files that nobody checked. */
const MAX_NAME = 60

/** The name that an ICC profile gives itself, such as `Display P3`; `unnamed` where it gives none. */
export function profileName(profile: Buffer): string {
  try {
    return (
      readDescription(profile)
        ?.replaceAll(/[^\x20-\x7e]/g, '')
        .slice(0, MAX_NAME) || 'unnamed'
    )
  } catch {
    // Offsets of a damaged profile lead out of it.
    return 'unnamed'
  }
}

/** Profiles of version 2 describe themselves in ASCII, those of version 4 in UTF-16 and several languages. */
function readDescription(profile: Buffer): string | undefined {
  const tags = Math.min(MAX_TAGS, profile.readUInt32BE(TABLE))
  for (let entry = TABLE + 4; entry < TABLE + 4 + 12 * tags; entry += 12) {
    if (profile.toString('latin1', entry, entry + 4) !== DESCRIPTION) continue
    const at = profile.readUInt32BE(entry + 4)
    if (profile.toString('latin1', at, at + 4) === 'desc') {
      return profile.toString('latin1', at + 12, at + 11 + profile.readUInt32BE(at + 8))
    }
    const length = profile.readUInt32BE(at + 20)
    const from = at + profile.readUInt32BE(at + 24)
    return Buffer.from(profile.subarray(from, from + length))
      .swap16()
      .toString('utf16le')
  }
  return undefined
}
