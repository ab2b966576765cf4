/**
 * A store refuses a record for what is in it, such as its size or a value that it cannot hold. Writing it again cannot
 * help, so whoever sent the values is told.
 */
export class Unstorable extends Error {
  override readonly name = 'Unstorable'
}
