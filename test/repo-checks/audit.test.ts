import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { auditExceptions } from '../tools/audit-exceptions.ts'
import { auditProblems } from '../tools/audit-report.ts'
import { shippedPackages } from '../tools/shipped-packages.ts'

const advice = (name: string, severity: string, advisory: string) => ({
  source: 1,
  name,
  dependency: name,
  title: `A hole in ${name}`,
  url: `https://github.com/advisories/${advisory}`,
  severity,
  range: '<9.0.0'
})
/** A report in the format of npm 11's `npm audit --json`. */
const report = {
  auditReportVersion: 2,
  vulnerabilities: {
    undici: { name: 'undici', severity: 'low', via: [advice('undici', 'low', 'GHSA-1')], nodes: ['node_modules/undici'] },
    builder: { name: 'builder', severity: 'low', via: [advice('builder', 'low', 'GHSA-2')], nodes: ['node_modules/builder'] },
    tester: { name: 'tester', severity: 'high', via: ['nested', advice('tester', 'high', 'GHSA-3')], nodes: ['node_modules/tester'] },
    leaning: { name: 'leaning', severity: 'critical', via: ['tester'], nodes: ['node_modules/leaning'] }
  },
  metadata: {}
}
const shipped = new Set(['node_modules/undici'])
const today = '2026-11-22'

describe('the package audit', () => {
  it('reports every vulnerability in shipped packages, and high ones in build and test packages', () => {
    expect(auditProblems(report, { shipped, exceptions: [], today })).toEqual([
      'undici (shipped, low): A hole in undici. https://github.com/advisories/GHSA-1',
      'tester (build or test, high): A hole in tester. https://github.com/advisories/GHSA-3'
    ])
  })

  it('allows a documented exception for its package until its date', () => {
    const exceptions = [
      { advisory: 'GHSA-1', package: 'undici', because: 'Never reached.', until: today },
      { advisory: 'GHSA-3', package: 'tester', because: 'Only here.', until: '2026-11-21' },
      { advisory: 'GHSA-9', package: 'gone', because: 'It was there.', until: '2027-01-01' }
    ]
    expect(auditProblems(report, { shipped, exceptions, today })).toEqual([
      'tester (build or test, high): A hole in tester. https://github.com/advisories/GHSA-3',
      'The exception for GHSA-3 in tester expired on 2026-11-21.',
      'The exception for GHSA-9 in gone is unused. Remove it.'
    ])
  })

  it('reports nothing without vulnerabilities, and rejects any other response', () => {
    expect(auditProblems({ auditReportVersion: 2, vulnerabilities: {} }, { shipped, exceptions: [], today })).toEqual([])
    for (const answer of [{ message: '405 Method Not Allowed' }, { error: { code: 'ENOAUDIT' } }, null, {}])
      expect(() => auditProblems(answer, { shipped, exceptions: [], today })).toThrow()
  })

  it('finds shipped packages by their imports, although most are in devDependencies', async () => {
    const names = (await shippedPackages(join(import.meta.dirname, '..', '..'))).map(({ name }) => name)
    for (const name of ['undici', 'electron-updater', 'react', 'zod', 'sharp']) expect(names).toContain(name)
    expect(names).not.toContain('vitest')
  })

  it('documents each exception, for at most half a year', () => {
    for (const { because, until } of auditExceptions) {
      expect(because.length).toBeGreaterThan(40)
      expect(new Date(until).getTime()).toBeLessThan(Date.now() + 183 * 24 * 60 * 60_000)
    }
  })
})
