/** `AVERROR(EAGAIN)`, more must be put in before anything comes out: 11 on Linux and Windows, 35 on macOS. */
export function isAgain(result: number): boolean {
  return result === -11 || result === -35
}
