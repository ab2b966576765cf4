import { vi } from 'vitest'
import { stayOpen } from '../engine/stay-open.ts'
import './suites/effect.ts'
import './suites/see.ts'

vi.mock('../../engine/vision/load/open-vision.ts', async (original) => stayOpen(await original()))
