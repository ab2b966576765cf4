/** A manifest that cannot be read at all; its name is what the workflow matches. */
export class ManifestInvalid extends Error {
  override readonly name = 'ManifestInvalid'
}
