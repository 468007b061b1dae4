import { spawnSync } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { npmCommand } from '../tools/npm-command.ts'

const tools = join(import.meta.dirname, '..', 'tools')

describe('starting npm', () => {
  it('uses npm’s own script without a shell', () => {
    const script = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js'
    expect(npmCommand({ npm_execpath: script }, 'win32')).toEqual({ command: process.execPath, args: [script] })
    expect(npmCommand({}, 'linux')).toEqual({ command: 'npm', args: [] })
    expect(npmCommand({ npm_execpath: '/usr/lib/yarn.js' }, 'linux')).toEqual({ command: 'npm', args: [] })
    expect(() => npmCommand({}, 'win32')).toThrow('through npm')
  })

  it('works on this computer', () => {
    const { command, args } = npmCommand()
    expect(spawnSync(command, [...args, '--version'], { encoding: 'utf8' }).stdout).toMatch(/^\d+\.\d+/)
  })

  it('doesn’t need a shell in any tool, because a shell would split paths at spaces', async () => {
    const entries = await readdir(tools, { recursive: true, withFileTypes: true })
    const names = entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.png'))
      .map((entry) => join(entry.parentPath, entry.name))
    expect(names.length).toBeGreaterThan(30)
    for (const name of names) expect([name, /shell:/.test(await readFile(name, 'utf8'))]).toEqual([name, false])
  })
})
