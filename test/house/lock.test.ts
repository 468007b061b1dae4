import { describe, expect, it } from 'vitest'
import { lockProblems } from '../tools/lock.ts'

function lockWith(packages: Record<string, unknown>): string {
  return JSON.stringify({ lockfileVersion: 3, packages: { '': { name: 'kiln', version: '0.1.0' }, ...packages } })
}

describe('the lock check', () => {
  const formatter = { version: '1.2.3', optionalDependencies: { '@formatter/for-linux': '1.2.3', '@formatter/for-mac': '1.2.3' } }

  it('passes a lock that holds every platform package', () => {
    const lock = lockWith({
      'node_modules/formatter': formatter,
      'node_modules/@formatter/for-linux': { version: '1.2.3' },
      'node_modules/@formatter/for-mac': { version: '1.2.3' }
    })
    expect(lockProblems(lock)).toEqual([])
  })

  it('names a platform package that the lock does not hold', () => {
    const lock = lockWith({ 'node_modules/formatter': formatter, 'node_modules/@formatter/for-linux': { version: '1.2.3' } })
    expect(lockProblems(lock)).toEqual(['formatter@1.2.3 names @formatter/for-mac, which the lock does not hold'])
  })

  it('finds a platform package beside the package that is nested in another', () => {
    const lock = lockWith({
      'node_modules/builder/node_modules/formatter': formatter,
      'node_modules/builder/node_modules/@formatter/for-linux': { version: '1.2.3' },
      'node_modules/builder/node_modules/formatter/node_modules/@formatter/for-mac': { version: '1.2.3' }
    })
    expect(lockProblems(lock)).toEqual([])
  })

  it('does not take the package of another one for it', () => {
    const lock = lockWith({
      'node_modules/formatter': { version: '2.0.0', optionalDependencies: { '@formatter/for-mac': '2.0.0' } },
      'node_modules/builder/node_modules/@formatter/for-mac': { version: '1.2.3' }
    })
    expect(lockProblems(lock)).toEqual(['formatter@2.0.0 names @formatter/for-mac, which the lock does not hold'])
  })
})
