import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { hasKilledItself } from './has-killed-itself.ts'

function endingOf(script: string): Parameters<typeof hasKilledItself>[0] {
  const { status, signal, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  return { code: status, signal, stderr }
}

describe('a child process that kills itself', () => {
  it('is distinguished from one that exits or fails', () => {
    expect(hasKilledItself(endingOf("process.kill(process.pid, 'SIGKILL')"))).toBe(true)
    expect(hasKilledItself(endingOf('process.exit(0)'))).toBe(false)
    expect(hasKilledItself(endingOf("throw new Error('it broke')"))).toBe(false)
  })

  it('is recognised by its exit code on Windows, which lacks signals', () => {
    expect(hasKilledItself({ code: 1, signal: null, stderr: '' }, 'win32')).toBe(true)
    expect(hasKilledItself({ code: 1, signal: null, stderr: 'Error: it broke' }, 'win32')).toBe(false)
    expect(hasKilledItself({ code: 0, signal: null, stderr: '' }, 'win32')).toBe(false)
    expect(hasKilledItself({ code: 1, signal: null, stderr: '' }, 'linux')).toBe(false)
  })
})
