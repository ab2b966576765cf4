/** What the object encloses belongs to it: everything that no path over other pixels leads out of. */
export function fillHoles(alpha: Float32Array, width: number): void {
  const outside = new Uint8Array(alpha.length)
  const height = alpha.length / width
  const stack: number[] = []
  const visit = (at: number): void => {
    if (outside[at] || alpha[at]! >= 0.5) return
    outside[at] = 1
    stack.push(at)
  }
  for (let x = 0; x < width; x++) {
    visit(x)
    visit((height - 1) * width + x)
  }
  for (let y = 0; y < height; y++) {
    visit(y * width)
    visit(y * width + width - 1)
  }
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width
    if (x > 0) visit(at - 1)
    if (x + 1 < width) visit(at + 1)
    if (at >= width) visit(at - width)
    if (at + width < alpha.length) visit(at + width)
  }
  for (let at = 0; at < alpha.length; at++) if (!outside[at]) alpha[at] = Math.max(alpha[at]!, 0.99)
}
