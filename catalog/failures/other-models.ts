/** A worker of a shared video has other model files than the one who began it; its message may be shown. */
export class OtherModels extends Error {
  override readonly name = 'OtherModels'
}
