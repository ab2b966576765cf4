import type { Page } from 'playwright-core'
import { axeViolationsOf } from '../axe-violations.ts'

/** What is wrong for people who cannot see the module, use a mouse, or tell its colours apart. */
export function axeViolations(page: Page): Promise<string[]> {
  return axeViolationsOf(page, '#CameraKit-module')
}
