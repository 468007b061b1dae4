import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { descendantsOf, parseWindowsProcesses, waitForExit } from '../runtime/process-tree.ts'

describe('the process tree', () => {
  it('contains a process’s children and their children', async () => {
    const script =
      "require('node:child_process').spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 1, 2] }); console.log('up')"
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['pipe', 'pipe', 'inherit'] })
    await once(parent.stdout, 'data')
    const child = descendantsOf(parent.pid ?? 0)
    expect(child).toHaveLength(1)
    expect(descendantsOf(process.pid)).toEqual(expect.arrayContaining([parent.pid, ...child]))
    for (const pid of child) process.kill(pid, 'SIGKILL')
    await waitForExit(child)
    parent.kill('SIGKILL')
    await waitForExit([parent.pid ?? 0])
  })

  it('ignores a reused parent ID on Windows', () => {
    const rows = parseWindowsProcesses('0 0 \r\n4 0 \r\n800 4 100\r\n900 800 200\r\n910 900 300\r\n920 900 150\r\n')
    expect(descendantsOf(800, rows)).toEqual([900, 910])
    expect(descendantsOf(0, rows)).toEqual([4, 800, 900, 910])
  })
})
