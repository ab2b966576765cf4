/** The answer to a call of a generator is still to come; the task is to be taken up again later. Nothing failed. */
export class NotYet extends Error {
  override readonly name = 'NotYet'

  constructor() {
    super('The generator has not answered yet.')
  }
}
