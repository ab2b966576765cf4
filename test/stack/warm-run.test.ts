import { afterAll } from 'vitest'
import { closeSharedRun } from './shared-run.ts'
import './suites/camera.ts'
import './suites/videos.ts'
import './suites/hostile.ts'

afterAll(() => closeSharedRun('warm'))
