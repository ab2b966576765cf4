/** A manifest that cannot be read as a whole. The workflow matches the error by its name. */
export class ManifestInvalid extends Error {
  override readonly name = 'ManifestInvalid'
}
