import { expect, it } from 'vitest'
import { assemble } from '../../../../engine/raster/simd/assemble.ts'

const MAX_PAGES = 2

function moduleOf(body: string) {
  return assemble({ parameters: ['at: i32'], locals: {}, body }, MAX_PAGES)
}

function run(body: string, at: number): Int32Array {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true })
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(moduleOf(body)), {
    env: { memory },
  })
  ;(exports['run'] as (at: number) => void)(at)
  return new Int32Array(memory.buffer, 0, 64)
}

it('carries out instructions on vectors of a memory', () => {
  const body = `
    local.get $at  ;; where to
    i32.const -300  i32x4.splat  local.get $at  i32x4.splat  i32x4.add
    v128.store 16`
  expect([...run(body, 32).subarray(8, 20)]).toEqual([
    0, 0, 0, 0, -268, -268, -268, -268, 0, 0, 0, 0,
  ])
})

it('jumps while there is something left', () => {
  const body = `
    loop
      local.get $at  i32.const 4  i32.sub  local.tee $at
      local.get $at  i32x4.splat
      v128.store32_lane 0 0
      local.get $at  br_if 0
    end`
  expect([...run(body, 24).subarray(0, 7)]).toEqual([0, 4, 8, 12, 16, 20, 0])
})

it.each([
  ['an unknown instruction', 'i32.dream', 'i32.dream is not known'],
  ['an unknown local', 'local.get $there', 'no local $there'],
  ['an end within an instruction', 'i32.const', 'ends within'],
])('refuses %s', (_, body, message) => {
  expect(() => moduleOf(body)).toThrow(message)
})
