/** Pictures that come while what shows them is not there yet. */
const coming = new Set<HTMLImageElement>()

/**
 * Has a job's preview for a screen come before anything is known of the job but its id: what shows it later finds it
 * with the browser, or on its way.
 */
export function preloadPicture(job: string, which: string): void {
  const image = new Image()
  const over = (): void => void coming.delete(image)
  image.addEventListener('load', over)
  image.addEventListener('error', over)
  coming.add(image)
  image.src = previewOf(job, which)
}

/** Where the preview for a screen of a job's file is. */
export function previewOf(job: string, which: string): string {
  return `/console/api/pictures/${job}/${which}/2048`
}
