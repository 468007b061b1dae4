import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { manualStepChecklist, formatReport, type RealCheck } from './report.ts'

const check: RealCheck = {
  runtime: 'electron',
  electronVersion: '45.4.1',
  at: '2026-11-23T12:00:00.000Z',
  facts: [
    { name: 'fuses', value: { RunAsNode: 'ENABLE' }, problem: null },
    { name: 'graphics', value: null, problem: 'a | b' }
  ],
  tests: { words: ['test', '--project=e2e'], exitCode: 1, lastLines: '  1 failed' },
  steps: '# macOS\n\n### The keychain is denied\n\nDo it.\n\n### A second one\n'
}

describe('a real check’s report', () => {
  it('contains the facts, the test result and the manual steps', () => {
    const report = formatReport(check)
    expect(report).toContain('Ran on real Electron 45.4.1.')
    expect(report).toContain('| fuses | {"RunAsNode":"ENABLE"} |')
    expect(report).toContain('| graphics | unknown: a \\| b |')
    expect(report).toContain('exited with code 1')
    expect(report).toContain('- [ ] The keychain is denied\n- [ ] A second one')
  })

  it('states that real Electron is missing, and lists no manual steps', () => {
    const report = formatReport({ ...check, runtime: 'stand-in', tests: null })
    expect(report).toContain('Real Electron isn’t installed. This ran on the stand-in runtime and proves nothing about Electron.')
    expect(report).not.toContain('- [ ]')
    expect(report).toContain('Not run')
  })
})

describe('the manual test pages', () => {
  const steps = /^### (?<title>.+)\n(?<body>[^]*?)(?=^### |^## |$(?![^]))/gm

  it('exist for each system, with actions and expected results for every step', async () => {
    const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith('.md'))
    expect(names.toSorted()).toEqual(['README.md', 'linux.md', 'macos.md', 'windows.md'])
    for (const name of ['linux.md', 'macos.md', 'windows.md']) {
      const page = await readFile(join(import.meta.dirname, name), 'utf8')
      const found = [...page.matchAll(steps)]
      expect(found.length).toBeGreaterThan(8)
      expect(manualStepChecklist(page).split('\n')).toHaveLength(found.length)
      for (const { groups } of found) {
        expect([name, groups?.['title'], groups?.['body']?.match(/^\d+\. /m) !== null]).toEqual([name, groups?.['title'], true])
        expect([name, groups?.['title'], groups?.['body']?.match(/^\*\*Expect:\*\* \S/m) !== null]).toEqual([name, groups?.['title'], true])
      }
    }
  })
})
